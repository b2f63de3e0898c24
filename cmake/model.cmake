# model.cmake - compile the models, which are readable text (models/page.txt, models/site.txt, models/main.txt), into arrays.
add_executable(embed_model models/embed.c src/judge/model_file.c src/judge/class_words.c src/judge/block_names.c src/judge/site/path_columns.c src/judge/site/main_columns.c src/base/arena.c
                           src/base/status.c src/base/text.c)
target_include_directories(embed_model PRIVATE include src)
target_link_libraries(embed_model PRIVATE m)
set(PAGE_MODEL ${CMAKE_CURRENT_BINARY_DIR}/page_model_builtin.c)
add_custom_command(
  OUTPUT ${PAGE_MODEL}
  COMMAND embed_model ${PROJECT_SOURCE_DIR}/models/page.txt > ${PAGE_MODEL}
  DEPENDS embed_model ${PROJECT_SOURCE_DIR}/models/page.txt
  COMMENT "Embedding models/page.txt")
target_sources(husk_objects PRIVATE ${PAGE_MODEL})
set(PATH_MODEL ${CMAKE_CURRENT_BINARY_DIR}/path_model_builtin.c)
add_custom_command(
  OUTPUT ${PATH_MODEL}
  COMMAND embed_model --site ${PROJECT_SOURCE_DIR}/models/site.txt > ${PATH_MODEL}
  DEPENDS embed_model ${PROJECT_SOURCE_DIR}/models/site.txt
  COMMENT "Embedding models/site.txt")
target_sources(husk_objects PRIVATE ${PATH_MODEL})
set(MAIN_MODEL ${CMAKE_CURRENT_BINARY_DIR}/main_model_builtin.c)
add_custom_command(
  OUTPUT ${MAIN_MODEL}
  COMMAND embed_model --main ${PROJECT_SOURCE_DIR}/models/main.txt > ${MAIN_MODEL}
  DEPENDS embed_model ${PROJECT_SOURCE_DIR}/models/main.txt
  COMMENT "Embedding models/main.txt")
target_sources(husk_objects PRIVATE ${MAIN_MODEL})
