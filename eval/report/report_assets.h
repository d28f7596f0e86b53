/* report_assets.h - the page's style and scripts: the complete texts of report_page.css,
 * report_page.js and board_svg.js, embedded by the build.
 */
#ifndef EVAL_REPORT_ASSETS_H
#define EVAL_REPORT_ASSETS_H

extern const char report_page_css[];
extern const char report_page_js[];
extern const char board_svg_js[];

#endif
