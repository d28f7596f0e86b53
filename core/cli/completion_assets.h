/* completion_assets.h - the fixed parts of completion scripts: the texts of
 * completion.bash and completion.zsh, embedded by the build.
 */
#ifndef CORE_COMPLETION_ASSETS_H
#define CORE_COMPLETION_ASSETS_H

extern const char completion_bash[];
extern const char completion_zsh[];

#endif
