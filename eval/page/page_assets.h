/* page_assets.h - the parts of a play page embedded by the build: style, scripts, and
 * page_engine.c as WebAssembly, gzip-compressed in base64; "" if the program was built
 * without the tools to compile it (page_engine.cmake).
 */
#ifndef EVAL_PAGE_ASSETS_H
#define EVAL_PAGE_ASSETS_H

extern const char
    play_page_html[]; /* with @NAME@ for the parts that play_page.c writes */
extern const char play_page_css[];
extern const char play_page_js[];
extern const char play_game_js[];
extern const char play_board_js[];
extern const char play_saved_js[];
extern const char play_worker_js[];
extern const char page_engine_b64[];

#endif
