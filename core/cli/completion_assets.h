/* completion_assets.h - what shells are told that is no table, as the build found it in
 * completion.bash and completion.zsh: whole texts.
 */
#ifndef CORE_COMPLETION_ASSETS_H
#define CORE_COMPLETION_ASSETS_H

extern const char completion_bash[];
extern const char completion_zsh[];

#endif
