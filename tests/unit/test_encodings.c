/* test_encodings.c - every encoding of the WHATWG Encoding standard.
 * Declared by HTTP, declared by <meta> and, where the letters suffice, not declared at all. The bytes come from
 * iconv; an encoding that it lacks here is skipped. */
#include "unit/unit.h"

#include <iconv.h>
#include <stdio.h>

#include "page/decode.h"

#define GERMAN \
    "Die Bäume blühen früh, und über den Dächern der Häuser schön geschwungene Vögel; größer wird die Wärme täglich. "
#define FRENCH "Le garçon a mangé des pâtes à la crème près de la forêt où l'été s'achève déjà, très près du café. "
#define POLISH \
    "Zażółć gęślą jaźń: wczoraj wieczorem poszliśmy wzdłuż rzeki, żeby zobaczyć, jak łódź płynie pod mostem. "
#define CZECH \
    "Příliš žluťoučký kůň úpěl ďábelské ódy, když šel večer domů přes řeku a poslouchal tichý déšť na střeše. "
#define RUSSIAN \
    "Вчера вечером мы пошли вдоль реки, чтобы посмотреть, как лодка плывёт под мостом, и долго говорили о погоде. "
#define UKRAINIAN \
    "Учора ввечері ми пішли вздовж річки, щоб подивитися, як човен пливе під мостом, і довго говорили про її ґанок. "
#define GREEK "Χθες το βράδυ περπατήσαμε κατά μήκος του ποταμού για να δούμε τη βάρκα που περνά κάτω από τη γέφυρα. "
#define TURKISH \
    "Dün akşam köprünün altından geçen kayığı görmek için ırmak boyunca yürüdük ve güneşin batışını izledik. "
#define HEBREW "אתמול בערב הלכנו לאורך הנהר כדי לראות את הסירה העוברת מתחת לגשר ודיברנו הרבה על מזג האוויר. "
#define ARABIC "مشينا مساء أمس على طول النهر لنرى القارب الذي يمر تحت الجسر وتحدثنا طويلا عن الطقس. "
#define LITHUANIAN                                                                                                            \
    "Vakar vakare ėjome palei upę pažiūrėti, kaip valtis plaukia po tiltu, ir ilgai kalbėjomės apie orą, žąsis ir " \
    "šuniukų džiaugsmą. "
#define LATVIAN                                                                                                             \
    "Vakar vakarā gājām gar upi, lai redzētu, kā laiva brauc zem tilta, un ilgi runājām par ēnām, šķūņiem un " \
    "ķiršiem. "
#define VIETNAMESE "Đêm qua trong sân, tôi đi ăn cơm trên đê, âm thanh đưa tôi đi xa như trong mơ. "
#define THAI "เมื่อวานเย็นเราเดินไปตามแม่น้ำเพื่อดูเรือที่แล่นผ่านใต้สะพานและพูดคุยกันเรื่องอากาศ "
#define ESPERANTO "Hieraŭ vespere ni promenis laŭ la rivero por vidi la boaton, ĉar ĝi ŝajnis al ni tre bela ĵaŭde. "
#define ICELANDIC "Í gærkvöldi gengum við meðfram ánni til að sjá bátinn sem siglir undir brúna og ræddum um veðrið. "
#define WELSH "Neithiwr cerddasom ar hyd yr afon i weld y cwch dŵr a'r tŷ bach ŷd ger y bont. "
#define ROMANIAN \
    "Aseară am mers de-a lungul râului ca să vedem barca și țărmul, și am vorbit mult despre vremea însorită. "
#define CHINESE "昨天晚上我们沿着河边散步，看见一条小船从桥下经过，然后谈了很久关于天气和春天的花。"
#define TAIWANESE "昨天晚上我們沿著河邊散步，看見一條小船從橋下經過，然後談了很久關於天氣和春天的花。"
#define JAPANESE "昨日の夜、私たちは川に沿って歩き、橋の下を通る小さな船を見て、天気と春の花について長く話しました。"
#define KOREAN \
    "어제 저녁 우리는 강을 따라 걸으며 다리 밑으로 지나가는 작은 배를 보았고 날씨와 봄꽃에 대해 오래 이야기했습니다. "

typedef struct sample {
    const char *label; /* as pages declare it */
    const char *name;  /* the standard's */
    const char *iconv;
    const char *text;
    bool detected; /* its letters alone identify it */
} sample;

static const sample samples[] = {
    { "ibm866", "IBM866", "CP866", RUSSIAN, true },
    { "iso-8859-2", "ISO-8859-2", "ISO-8859-2", CZECH, true },
    { "iso-8859-3", "ISO-8859-3", "ISO-8859-3", ESPERANTO, true },
    { "iso-8859-4", "ISO-8859-4", "ISO-8859-4", LATVIAN, true },
    { "iso-8859-5", "ISO-8859-5", "ISO-8859-5", RUSSIAN, true },
    { "iso-8859-6", "ISO-8859-6", "ISO-8859-6", ARABIC, true },
    { "iso-8859-7", "ISO-8859-7", "ISO-8859-7", GREEK, true },
    { "iso-8859-8", "ISO-8859-8", "ISO-8859-8", HEBREW, true },
    { "iso-8859-8-i", "ISO-8859-8-I", "ISO-8859-8", HEBREW, true },
    { "iso-8859-10", "ISO-8859-10", "ISO-8859-10", ICELANDIC, true },
    { "iso-8859-13", "ISO-8859-13", "ISO-8859-13", LITHUANIAN, true },
    { "iso-8859-14", "ISO-8859-14", "ISO-8859-14", WELSH, false },
    { "iso-8859-15", "ISO-8859-15", "ISO-8859-15", FRENCH, true },
    { "iso-8859-16", "ISO-8859-16", "ISO-8859-16", ROMANIAN, true },
    { "koi8-r", "KOI8-R", "KOI8-R", RUSSIAN, true },
    { "koi8-u", "KOI8-U", "KOI8-U", UKRAINIAN, false },
    { "macintosh", "macintosh", "MACINTOSH", GERMAN, false },
    { "windows-874", "windows-874", "CP874", THAI, true },
    { "windows-1250", "windows-1250", "CP1250", POLISH, true },
    { "windows-1251", "windows-1251", "CP1251", RUSSIAN, true },
    { "windows-1252", "windows-1252", "CP1252", GERMAN, true },
    { "windows-1253", "windows-1253", "CP1253", GREEK, true },
    { "windows-1254", "windows-1254", "CP1254", TURKISH, true },
    { "windows-1255", "windows-1255", "CP1255", HEBREW, true },
    { "windows-1256", "windows-1256", "CP1256", ARABIC, true },
    { "windows-1257", "windows-1257", "CP1257", LITHUANIAN, true },
    { "windows-1258", "windows-1258", "CP1258", VIETNAMESE, false },
    { "x-mac-cyrillic", "x-mac-cyrillic", "MAC-CYRILLIC", RUSSIAN, true },
    { "gbk", "GBK", "GBK", CHINESE, true },
    { "gb18030", "gb18030", "GB18030", CHINESE, true },
    { "big5", "Big5", "BIG5", TAIWANESE, true },
    { "euc-jp", "EUC-JP", "EUC-JP", JAPANESE, true },
    { "iso-2022-jp", "ISO-2022-JP", "ISO-2022-JP", JAPANESE, true },
    { "shift_jis", "Shift_JIS", "SHIFT_JIS", JAPANESE, true },
    { "euc-kr", "EUC-KR", "UHC", KOREAN, true },
    { "utf-8", "UTF-8", "UTF-8", KOREAN, true },
};

/* `html` in another encoding; its length, or 0 if iconv can't. */
static size_t encoded(const char *html, const char *to, char *out, size_t room)
{
    iconv_t changer = iconv_open(to, "UTF-8");
    char *from = (char *)(uintptr_t)html, *at = out;
    size_t n = strlen(html), left = room;
    if (changer == (iconv_t)-1)
        return 0;
    bool whole = iconv(changer, &from, &n, &at, &left) != (size_t)-1 && iconv(changer, NULL, NULL, &at, &left) == 0;
    iconv_close(changer);
    assert_true(whole);
    return room - left;
}

static bool decodes(const char *bytes, size_t len, const char *http, const char *text, const char *name)
{
    buffer out;
    decoded_text got;
    buffer_init(&out, 1 << 20);
    assert_int_equal(decode((slice){ bytes, len }, http, &out, &got), HUSK_OK);
    bool same = got.text.len == strlen(text) && memcmp(got.text.data, text, got.text.len) == 0 &&
                (!name || strcmp(got.encoding, name) == 0);
    buffer_free(&out);
    return same;
}

static char html[16384], bytes[65536];

/* The bytes are checked in pieces of 16 KB: a character may be in two of them, and so may an error or a return. */
static void pieces(void **state)
{
    (void)state;
    for (size_t at = 16384 - 6; at < 16384 + 3; at++) {
        static const struct {
            const char *put;
            bool valid, no_returns;
        } cases[] = { { "\xf0\x9f\x8c\xbe", true, true },
                      { "\xe4\xb8\xad\r", true, false },
                      { "\xc3\xa4x\xff", false, false },
                      { "\xf0\x9f\x8cx", false, false } };
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            buffer out;
            decoded_text got;
            buffer_init(&out, 1 << 20);
            memset(bytes, 'a', sizeof bytes);
            memcpy(bytes + at, cases[i].put, 4);
            assert_int_equal(decode((slice){ bytes, sizeof bytes }, NULL, &out, &got), HUSK_OK);
            assert_int_equal(got.text.data == bytes, cases[i].valid);
            assert_int_equal(got.no_returns, cases[i].no_returns);
            buffer_free(&out);
        }
    }
}

static void page_with(const char *head, const char *text)
{
    snprintf(html, sizeof html, "%s<p>%s</p><p>%s</p><p>%s</p><p>%s</p>", head, text, text, text, text);
}

static void declared(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        const sample *s = &samples[i];
        char head[100];
        page_with("<!doctype html>", s->text);
        size_t len = encoded(html, s->iconv, bytes, sizeof bytes);
        if (len && !decodes(bytes, len, s->label, html, s->name))
            fail_msg("%s, declared by HTTP", s->label);
        snprintf(head, sizeof head, "<!doctype html><meta charset=\"%s\">", s->label);
        page_with(head, s->text);
        len = encoded(html, s->iconv, bytes, sizeof bytes);
        if (len && !decodes(bytes, len, NULL, html, s->name))
            fail_msg("%s, declared by <meta>", s->label);
    }
}

static void not_declared(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        const sample *s = &samples[i];
        page_with("<!doctype html>", s->text);
        size_t len = encoded(html, s->iconv, bytes, sizeof bytes);
        if (len && s->detected && !decodes(bytes, len, NULL, html, NULL))
            fail_msg("%s, not declared", s->label);
    }
}

static void wide(void **state)
{
    (void)state;
    page_with("<!doctype html><title>A title of some length in Latin letters</title>", GERMAN);
    size_t len = encoded(html, "UTF-16LE", bytes, sizeof bytes);
    assert_true(decodes(bytes, len, "utf-16le", html, "UTF-16LE") && decodes(bytes, len, NULL, html, "UTF-16LE"));
    len = encoded(html, "UTF-16BE", bytes, sizeof bytes);
    assert_true(decodes(bytes, len, "utf-16be", html, "UTF-16BE") && decodes(bytes, len, NULL, html, "UTF-16BE"));
}

/* x-user-defined is half a code: bytes above 0x7f go to a private area. */
static void user_defined(void **state)
{
    (void)state;
    assert_true(decodes("<p>\x80\xff", 5, "x-user-defined", "<p>\xef\x9e\x80\xef\x9f\xbf", "x-user-defined"));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(pieces), cmocka_unit_test(declared),
                                        cmocka_unit_test(not_declared), cmocka_unit_test(wide),
                                        cmocka_unit_test(user_defined) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
