# model.cmake - compile the models, which are readable text, into arrays.
add_executable(embed_model models/embed.c src/judge/model_file.c src/judge/class_words.c src/judge/columns.c
                           src/cluster/pairs/pair_columns.c src/base/arena.c src/base/status.c src/base/text.c)
target_include_directories(embed_model PRIVATE include src)
target_link_libraries(embed_model PRIVATE m)
set(MODELS ${CMAKE_CURRENT_BINARY_DIR}/models_builtin.c)
set(MODEL_TEXTS ${PROJECT_SOURCE_DIR}/models/page.txt ${PROJECT_SOURCE_DIR}/models/template.txt ${PROJECT_SOURCE_DIR}/models/site.txt ${PROJECT_SOURCE_DIR}/models/main.txt ${PROJECT_SOURCE_DIR}/models/kinds.txt ${PROJECT_SOURCE_DIR}/models/columns.txt)
add_custom_command(
  OUTPUT ${MODELS}
  COMMAND embed_model ${MODEL_TEXTS} > ${MODELS}
  DEPENDS embed_model ${MODEL_TEXTS}
  COMMENT "Embedding the models")
target_sources(husk_objects PRIVATE ${MODELS})
