/* html_page.h - the head and the scripts of a page, which can load and run nothing else.
 * Use: static const char *const scripts[] = {report_page_js, NULL};
 *      html_head(page, title, report_page_css, scripts, "");     after the beginning
 *      ... html_run(page, report_page_js); ...
 * The head has a Content-Security-Policy: the page reaches no network, and the browser
 * runs these scripts only, which it knows by their SHA-256.
 */
#ifndef EVAL_HTML_PAGE_H
#define EVAL_HTML_PAGE_H

#include <stddef.h>
#include <stdio.h>

/* Writes the rest of <head>, from the viewport on, and <body>. scripts: ended by NULL;
 * sources: what the policy allows besides, such as " 'wasm-unsafe-eval'; worker-src
 * blob:". */
void html_head(FILE *page, const char *title, const char *css, const char *const *scripts,
               const char *sources);

/* <script>: one of those. */
void html_run(FILE *page, const char *script);

/* Bytes, gzip-compressed and in base64: a script reads them by atob and
 * DecompressionStream("gzip"). */
void html_compressed(FILE *page, const unsigned char *bytes, size_t size);

#endif
