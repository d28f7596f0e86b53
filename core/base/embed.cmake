# embed.cmake - puts files into a C source as texts of the same names (report_page_css for
# report_page.css): cmake -DOUT=FILE.c -DHEADER=path.h -DFILES=a.css;b.js -P embed.cmake
set(source "#include \"${HEADER}\"\n")
foreach(file ${FILES})
  get_filename_component(name ${file} NAME)
  string(REPLACE "." "_" name ${name})
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n    " bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  string(APPEND source "\nconst char ${name}[] = {\n    ${bytes}0};\n")
endforeach()
file(WRITE ${OUT} "${source}")
