/* report_assets.h - the page's style and script: the complete texts of report_page.css
 * and report_page.js, embedded by the build.
 */
#ifndef EVAL_REPORT_ASSETS_H
#define EVAL_REPORT_ASSETS_H

extern const char report_page_css[];
extern const char report_page_js[];

#endif
