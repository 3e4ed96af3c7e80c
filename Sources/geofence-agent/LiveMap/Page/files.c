#include "CMapPage.h"

// The page's files as they are, compiled into the program: a resource bundle would need Foundation, and a
// folder beside the program. #embed is of C23; clang has it in other standards, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "page/index.html"
};
static const unsigned char map_css[] = {
#embed "page/map.css"
};
static const unsigned char map_js[] = {
#embed "page/map.js"
};
static const unsigned char stream_js[] = {
#embed "page/stream.js"
};
static const unsigned char stage_js[] = {
#embed "page/stage.js"
};
static const unsigned char draw_js[] = {
#embed "page/draw.js"
};
static const unsigned char panel_js[] = {
#embed "page/panel.js"
};
static const unsigned char edit_js[] = {
#embed "page/edit.js"
};
static const unsigned char aim_js[] = {
#embed "page/aim.js"
};
static const unsigned char conflict_js[] = {
#embed "page/conflict.js"
};
static const unsigned char draft_js[] = {
#embed "page/draft.js"
};
static const unsigned char handles_js[] = {
#embed "page/handles.js"
};
static const unsigned char networks_js[] = {
#embed "page/networks.js"
};
static const unsigned char pins_js[] = {
#embed "page/pins.js"
};
static const unsigned char places_js[] = {
#embed "page/places.js"
};
static const unsigned char ways_js[] = {
#embed "page/ways.js"
};
static const unsigned char week_js[] = {
#embed "page/week.js"
};
static const unsigned char itinerary_js[] = {
#embed "page/itinerary.js"
};
static const unsigned char stops_js[] = {
#embed "page/stops.js"
};
static const unsigned char search_js[] = {
#embed "page/search.js"
};
static const unsigned char what_if_js[] = {
#embed "page/what-if.js"
};
static const unsigned char history_js[] = {
#embed "page/history.js"
};
static const unsigned char past_js[] = {
#embed "page/past.js"
};
static const unsigned char replay_js[] = {
#embed "page/replay.js"
};
static const unsigned char layers_js[] = {
#embed "page/layers.js"
};
static const unsigned char list_js[] = {
#embed "page/list.js"
};
static const unsigned char why_js[] = {
#embed "page/why.js"
};
static const unsigned char details_js[] = {
#embed "page/details.js"
};
static const unsigned char dialogs_js[] = {
#embed "page/dialogs.js"
};
static const unsigned char address_js[] = {
#embed "page/address.js"
};
static const unsigned char crowd_js[] = {
#embed "page/crowd.js"
};
static const unsigned char ticker_js[] = {
#embed "page/ticker.js"
};
static const unsigned char press_js[] = {
#embed "page/press.js"
};
static const unsigned char trail_js[] = {
#embed "page/trail.js"
};
static const unsigned char more_words_js[] = {
#embed "page/more-words.js"
};
static const unsigned char text_js[] = {
#embed "page/text.js"
};

#define SCRIPT "text/javascript; charset=utf-8"

static const struct map_page_file files[] = {
    {"index.html", "text/html; charset=utf-8", index_html, sizeof index_html},
    {"map.css", "text/css; charset=utf-8", map_css, sizeof map_css},
    {"map.js", SCRIPT, map_js, sizeof map_js},
    {"stream.js", SCRIPT, stream_js, sizeof stream_js},
    {"stage.js", SCRIPT, stage_js, sizeof stage_js},
    {"draw.js", SCRIPT, draw_js, sizeof draw_js},
    {"panel.js", SCRIPT, panel_js, sizeof panel_js},
    {"edit.js", SCRIPT, edit_js, sizeof edit_js},
    {"aim.js", SCRIPT, aim_js, sizeof aim_js},
    {"conflict.js", SCRIPT, conflict_js, sizeof conflict_js},
    {"draft.js", SCRIPT, draft_js, sizeof draft_js},
    {"handles.js", SCRIPT, handles_js, sizeof handles_js},
    {"networks.js", SCRIPT, networks_js, sizeof networks_js},
    {"pins.js", SCRIPT, pins_js, sizeof pins_js},
    {"places.js", SCRIPT, places_js, sizeof places_js},
    {"ways.js", SCRIPT, ways_js, sizeof ways_js},
    {"week.js", SCRIPT, week_js, sizeof week_js},
    {"itinerary.js", SCRIPT, itinerary_js, sizeof itinerary_js},
    {"stops.js", SCRIPT, stops_js, sizeof stops_js},
    {"search.js", SCRIPT, search_js, sizeof search_js},
    {"what-if.js", SCRIPT, what_if_js, sizeof what_if_js},
    {"history.js", SCRIPT, history_js, sizeof history_js},
    {"past.js", SCRIPT, past_js, sizeof past_js},
    {"replay.js", SCRIPT, replay_js, sizeof replay_js},
    {"layers.js", SCRIPT, layers_js, sizeof layers_js},
    {"list.js", SCRIPT, list_js, sizeof list_js},
    {"why.js", SCRIPT, why_js, sizeof why_js},
    {"details.js", SCRIPT, details_js, sizeof details_js},
    {"dialogs.js", SCRIPT, dialogs_js, sizeof dialogs_js},
    {"address.js", SCRIPT, address_js, sizeof address_js},
    {"crowd.js", SCRIPT, crowd_js, sizeof crowd_js},
    {"ticker.js", SCRIPT, ticker_js, sizeof ticker_js},
    {"press.js", SCRIPT, press_js, sizeof press_js},
    {"trail.js", SCRIPT, trail_js, sizeof trail_js},
    {"more-words.js", SCRIPT, more_words_js, sizeof more_words_js},
    {"text.js", SCRIPT, text_js, sizeof text_js},
};

const struct map_page_file *map_page_files(size_t *count) {
    *count = sizeof files / sizeof files[0];
    return files;
}
