/* obstacle_words.h - titles of pages without content, in lower case with straight apostrophes.
 * Matched anywhere in a title or heading, so each phrase must be unambiguous. */
#ifndef HUSK_JUDGE_OBSTACLE_WORDS_H
#define HUSK_JUDGE_OBSTACLE_WORDS_H

#include <stddef.h>

static const char *const not_found_words[] = {
    "page not found", "page was not found", "page cannot be found", "page can't be found", "page could not be found",
    "page you requested could not be found", "page you requested was not found", "page doesn't exist",
    "page does not exist", "page no longer exists", "page isn't available", "page is not available",
    "page is unavailable", "can't find that page", "couldn't find that page", "can't find the page",
    "can't find this page", "404 not found", "not found (404)", "404 - file or directory not found", "file not found",
    /* German, French, Spanish, Italian, Portuguese, Dutch */
    "seite nicht gefunden", "seite wurde nicht gefunden", "seite konnte nicht gefunden", "seite existiert nicht",
    "page introuvable", "page non trouvée", "page n'existe pas", "page demandée est introuvable", "page inexistante",
    "página no encontrada", "pagina no encontrada", "no se encontró la página", "no se ha encontrado la página",
    "la página no existe", "esta página no existe", "pagina non trovata", "pagina inesistente", "pagina non esiste",
    "página não encontrada", "página não existe", "página não foi encontrada", "pagina niet gevonden",
    "pagina bestaat niet",
    /* Polish, Czech, Hungarian, Romanian, Russian, Ukrainian, Greek, Turkish */
    "nie znaleziono strony", "strona nie została znaleziona", "strona nie istnieje", "strony nie znaleziono",
    "stránka nenalezena", "stránka nebyla nalezena", "stránka neexistuje", "az oldal nem található",
    "pagina nu a fost găsită", "страница не найдена", "страница не существует", "страницы не существует",
    "сторінку не знайдено", "сторінка не знайдена", "η σελίδα δεν βρέθηκε", "sayfa bulunamadı",
    /* Swedish, Danish, Norwegian, Finnish */
    "sidan kunde inte hittas", "sidan hittades inte", "sidan finns inte", "siden blev ikke fundet", "siden findes ikke",
    "siden ble ikke funnet", "fant ikke siden", "sivua ei löytynyt", "sivua ei löydy",
    /* Japanese, Chinese, Korean, Arabic, Persian, Hebrew, Hindi, Indonesian, Vietnamese */
    "ページが見つかりません", "ページは見つかりません", "ページは存在しません", "页面不存在", "页面未找到",
    "找不到页面", "頁面不存在", "找不到頁面", "找不到網頁", "페이지를 찾을 수 없습니다", "존재하지 않는 페이지",
    "الصفحة غير موجودة", "صفحه یافت نشد", "הדף לא נמצא", "העמוד לא נמצא", "पृष्ठ नहीं मिला", "halaman tidak ditemukan",
    "không tìm thấy trang", NULL
};

static const char *const consent_words[] = { "before you continue to",
                                             "we value your privacy",
                                             "your privacy choices",
                                             "cookie consent",
                                             "consent required",
                                             "manage cookie",
                                             "accept cookies to continue",
                                             "bevor sie zu",
                                             "wir benötigen ihre zustimmung",
                                             "ihre zustimmung",
                                             "mit werbung weiterlesen",
                                             "cookie-zustimmung",
                                             "cookie-einstellungen",
                                             "avant d'accéder à",
                                             "vos choix en matière de cookies",
                                             "votre consentement",
                                             "antes de ir a",
                                             "antes de continuar",
                                             "su consentimiento",
                                             "prima di continuare",
                                             "il tuo consenso",
                                             "o seu consentimento",
                                             "voordat je verdergaat",
                                             "toestemming voor cookies",
                                             "zanim przejdziesz",
                                             "прежде чем перейти",
                                             NULL };

static const char *const refused_words[] = { "just a moment...",
                                             "attention required! | cloudflare",
                                             "access denied",
                                             "access to this page has been denied",
                                             "403 forbidden",
                                             "403 - forbidden",
                                             "are you a robot",
                                             "are you human",
                                             "verify you are human",
                                             "verify you are a human",
                                             "verify that you are human",
                                             "human verification",
                                             "robot check",
                                             "checking your browser",
                                             "ddos-guard",
                                             "pardon our interruption",
                                             "please enable cookies",
                                             "unusual traffic",
                                             "zugriff verweigert",
                                             "accès refusé",
                                             "acceso denegado",
                                             "accesso negato",
                                             "acesso negado",
                                             "доступ запрещен",
                                             "доступ запрещён",
                                             "访问被拒绝",
                                             "アクセスが拒否されました",
                                             NULL };

/* A page's title or heading that is exactly this. */
static const char *const not_found_whole[] = { "404", "error 404", "404 error", "not found", "http 404", "404!", NULL };

/* Where frameworks mount applications: an element's id or name. */
static const char *const root_ids[] = { "root",       "app",      "__next",    "__nuxt",      "__layout", "___gatsby",
                                        "react-root", "app-root", "main-app",  "application", "svelte",   "q-app",
                                        "react-app",  "vue-app",  "ember-app", "app-mount",   "mount",    NULL };

/* What <noscript> or a shell's only line says. */
static const char *const script_words[] = { "enable javascript",
                                            "turn on javascript",
                                            "requires javascript",
                                            "javascript is required",
                                            "javascript is disabled",
                                            "javascript to run this app",
                                            "activate javascript",
                                            "javascript aktivieren",
                                            "aktivieren sie javascript",
                                            "activer javascript",
                                            "activez javascript",
                                            "habilitar javascript",
                                            "habilite javascript",
                                            "activa javascript",
                                            "attivare javascript",
                                            "abilita javascript",
                                            "ative o javascript",
                                            "schakel javascript in",
                                            "włącz javascript",
                                            "включите javascript",
                                            "javascriptを有効",
                                            "启用javascript",
                                            "启用 javascript",
                                            "자바스크립트를",
                                            "javascript를",
                                            NULL };

#endif
