/* test_language.c - the language of the main content. */
#include "unit/make_page.h"

#include "page/language.h"

static const char *language_of(const char *html)
{
    husk_page *page = page_of(html);
    const char *found = language_detect(page, NULL);
    husk_page_free(page);
    return found ? found : "none";
}

#define GERMAN \
    "Der Lauch steht im Winter draußen auf dem Beet. Wer ihn nach dem ersten Frost erntet, findet ihn süßer. "
#define ENGLISH \
    "The leeks stay outside in the bed all winter. Whoever lifts them after the first frost finds them sweeter. "
#define RUSSIAN \
    "Всю зиму лук стоит на грядке под открытым небом. Кто выкопает его после первых заморозков, найдёт его слаще. "

/* Articles 1 of the Universal Declaration of Human Rights, and sentences like them. */
static void test_languages(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        { "de", GERMAN },
        { "en", ENGLISH },
        { "ru", RUSSIAN },
        { "fr",
          "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de "
          "conscience et doivent agir les uns envers les autres dans un esprit de fraternité." },
        { "es",
          "Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y "
          "conciencia, deben comportarse fraternalmente los unos con los otros." },
        { "pt", "Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de "
                "consciência, "
                "devem agir uns para com os outros em espírito de fraternidade." },
        { "pl",
          "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i "
          "sumieniem i powinni postępować wobec innych w duchu braterstwa." },
        { "fi",
          "Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja "
          "omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden hengessä." },
        { "tr", "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve "
                "birbirlerine "
                "karşı kardeşlik zihniyeti ile hareket etmelidirler." },
        { "vi", "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền. Mọi con người đều được "
                "tạo hóa ban "
                "cho lý trí và lương tâm và cần phải đối xử với nhau trong tình bằng hữu." },
        { "uk",
          "Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю і "
          "повинні діяти у відношенні один до одного в дусі братерства." },
        { "fa",
          "تمام افراد بشر آزاد به دنیا می‌آیند و از لحاظ حیثیت و حقوق "
          "با "
          "هم "
          "برابرند. "
          "همه "
          "دارای "
          "عقل "
          "و "
          "وجدان "
          "هستند و باید "
          "نسبت به یکدیگر با روح برادری رفتار کنند." },
        { "hi", "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है। उन्हें बुद्धि और अन्तरात्मा की देन "
                "प्राप्त है और परस्पर उन्हें "
                "भाईचारे के भाव से बर्ताव करना चाहिए।" },
        { "mr", "सर्व मानवी व्यक्ति जन्मतःच स्वतंत्र आहेत व त्यांना समान प्रतिष्ठा व समान अधिकार आहेत. त्यांना विचारशक्ती व "
                "सदसद्विवेकबुद्धी लाभलेली आहे व त्यांनी "
                "एकमेकांशी बंधुत्वाच्या भावनेने आचरण करावे." },
        { "el", "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα." },
        { "ja", "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。" },
        { "zh", "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。" },
        { "ko", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 "
                "부여받았다." },
        { "ta", "மனிதப் பிறிவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்; அவர்கள் மதிப்பிலும், உரிமைகளிலும் சமமானவர்கள்." },
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_string_equal(language_of(texts[i][1]), texts[i][0]);
}

static void test_unsure(void **state)
{
    (void)state;
    assert_string_equal(language_of(""), "none");
    assert_string_equal(language_of("The leeks stay outside."), "none");
    assert_string_equal(language_of("1234 5678 +++ 90 1234 5678 +++ 90 1234 5678 +++ 90 1234 5678 +++ 90 1234 5678"),
                        "none");
    assert_string_equal(
        language_of("xqz wvk jjf qpx zzk vvq hhx kqz wvk jjf qpx zzk vvq hhx kqz wvk jjf qpx zzk vvq hhx"), "none");
}

/* Code and names in Latin letters are everywhere; code does not count beside prose. */
static void test_mixed(void **state)
{
    (void)state;
    assert_string_equal(language_of("<p>" RUSSIAN "</p><p>" ENGLISH "</p>"), "ru");
    assert_string_equal(language_of("<p>" GERMAN GERMAN "</p><p>" ENGLISH "</p>"), "de");
    char *html = repeated("<p>" GERMAN GERMAN GERMAN GERMAN GERMAN GERMAN "</p><pre>",
                          "if the result of this call is not valid then return that value\n", 100, "</pre>");
    assert_string_equal(language_of(html), "de");
    free(html);
    char *code = repeated("<pre>", ENGLISH "\n", 10, "</pre>"); /* a page of nothing else: plain text */
    assert_string_equal(language_of(code), "en");
    free(code);
}

/* A long text is sampled all over: most of it decides, not its start. */
static void test_sample(void **state)
{
    (void)state;
    char *html = repeated("<p>" ENGLISH ENGLISH ENGLISH ENGLISH "</p>", "<p>" GERMAN "</p>", 500, "");
    assert_string_equal(language_of(html), "de");
    free(html);
}

static void test_kept_blocks(void **state)
{
    (void)state;
    husk_page *page = page_of("<p>" ENGLISH ENGLISH ENGLISH "</p><p>" GERMAN "</p>");
    bool keep[] = { false, true };
    assert_int_equal(page->n_blocks, 2);
    assert_string_equal(language_detect(page, keep), "de");
    assert_string_equal(language_detect(page, NULL), "en");
    husk_page_free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_languages), cmocka_unit_test(test_unsure),      cmocka_unit_test(test_mixed),
        cmocka_unit_test(test_sample),    cmocka_unit_test(test_kept_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
