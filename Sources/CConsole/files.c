// Made by .ci/embed-console from the files of app/. Do not edit.
#include "CConsole.h"

// #embed is C23; compilers accept it in earlier versions of C as an extension.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file1[] = {
#embed "app/console.css"
};
static const unsigned char file2[] = {
#embed "app/editor.css"
};
static const unsigned char file3[] = {
#embed "app/editor/autosave.js"
};
static const unsigned char file4[] = {
#embed "app/editor/clipboard.js"
};
static const unsigned char file5[] = {
#embed "app/editor/compare-lines.js"
};
static const unsigned char file6[] = {
#embed "app/editor/compare-view.js"
};
static const unsigned char file7[] = {
#embed "app/editor/compare.js"
};
static const unsigned char file8[] = {
#embed "app/editor/conflict-merge.js"
};
static const unsigned char file9[] = {
#embed "app/editor/conflict.js"
};
static const unsigned char file10[] = {
#embed "app/editor/controls.js"
};
static const unsigned char file11[] = {
#embed "app/editor/draft.js"
};
static const unsigned char file12[] = {
#embed "app/editor/item-actions.js"
};
static const unsigned char file13[] = {
#embed "app/editor/items.js"
};
static const unsigned char file14[] = {
#embed "app/editor/json-dialog.js"
};
static const unsigned char file15[] = {
#embed "app/editor/layout.js"
};
static const unsigned char file16[] = {
#embed "app/editor/live.js"
};
static const unsigned char file17[] = {
#embed "app/editor/preview-pane.js"
};
static const unsigned char file18[] = {
#embed "app/editor/problems.js"
};
static const unsigned char file19[] = {
#embed "app/editor/publication.js"
};
static const unsigned char file20[] = {
#embed "app/editor/reorder.js"
};
static const unsigned char file21[] = {
#embed "app/editor/review.js"
};
static const unsigned char file22[] = {
#embed "app/editor/scope.js"
};
static const unsigned char file23[] = {
#embed "app/editor/screen-editor.js"
};
static const unsigned char file24[] = {
#embed "app/editor/settings.js"
};
static const unsigned char file25[] = {
#embed "app/editor/variant-model.js"
};
static const unsigned char file26[] = {
#embed "app/editor/variants.js"
};
static const unsigned char file27[] = {
#embed "app/experiments/assignment.js"
};
static const unsigned char file28[] = {
#embed "app/experiments/experiment-data.js"
};
static const unsigned char file29[] = {
#embed "app/experiments/explain-form.js"
};
static const unsigned char file30[] = {
#embed "app/experiments/explain.js"
};
static const unsigned char file31[] = {
#embed "app/experiments/plot.js"
};
static const unsigned char file32[] = {
#embed "app/experiments/ramp.js"
};
static const unsigned char file33[] = {
#embed "app/experiments/split.js"
};
static const unsigned char file34[] = {
#embed "app/form.css"
};
static const unsigned char file35[] = {
#embed "app/form/add-item.js"
};
static const unsigned char file36[] = {
#embed "app/form/choice.js"
};
static const unsigned char file37[] = {
#embed "app/form/controls.js"
};
static const unsigned char file38[] = {
#embed "app/form/field.js"
};
static const unsigned char file39[] = {
#embed "app/form/item-form.js"
};
static const unsigned char file40[] = {
#embed "app/form/list.js"
};
static const unsigned char file41[] = {
#embed "app/form/object.js"
};
static const unsigned char file42[] = {
#embed "app/form/schema.js"
};
static const unsigned char file43[] = {
#embed "app/icon.svg"
};
static const unsigned char file44[] = {
#embed "app/index.html"
};
static const unsigned char file45[] = {
#embed "app/kit/api.js"
};
static const unsigned char file46[] = {
#embed "app/kit/dom.js"
};
static const unsigned char file47[] = {
#embed "app/kit/json.js"
};
static const unsigned char file48[] = {
#embed "app/kit/router.js"
};
static const unsigned char file49[] = {
#embed "app/kit/stream.js"
};
static const unsigned char file50[] = {
#embed "app/kit/ui.js"
};
static const unsigned char file51[] = {
#embed "app/main.js"
};
static const unsigned char file52[] = {
#embed "app/mock/mock-state.js"
};
static const unsigned char file53[] = {
#embed "app/mock/rule-form.js"
};
static const unsigned char file54[] = {
#embed "app/mock/rule-order.js"
};
static const unsigned char file55[] = {
#embed "app/mock/rules.js"
};
static const unsigned char file56[] = {
#embed "app/pages.css"
};
static const unsigned char file57[] = {
#embed "app/pages/access.js"
};
static const unsigned char file58[] = {
#embed "app/pages/audit-words.js"
};
static const unsigned char file59[] = {
#embed "app/pages/code.js"
};
static const unsigned char file60[] = {
#embed "app/pages/compatibility.js"
};
static const unsigned char file61[] = {
#embed "app/pages/filters.js"
};
static const unsigned char file62[] = {
#embed "app/pages/live.js"
};
static const unsigned char file63[] = {
#embed "app/pages/load.js"
};
static const unsigned char file64[] = {
#embed "app/pages/message.js"
};
static const unsigned char file65[] = {
#embed "app/pages/schema-editor.js"
};
static const unsigned char file66[] = {
#embed "app/pages/schema-tree.js"
};
static const unsigned char file67[] = {
#embed "app/pages/switch.js"
};
static const unsigned char file68[] = {
#embed "app/pages/tabs.js"
};
static const unsigned char file69[] = {
#embed "app/pages/text.js"
};
static const unsigned char file70[] = {
#embed "app/pages/usage.js"
};
static const unsigned char file71[] = {
#embed "app/requests/journal.js"
};
static const unsigned char file72[] = {
#embed "app/requests/request-detail.js"
};
static const unsigned char file73[] = {
#embed "app/requests/request-row.js"
};
static const unsigned char file74[] = {
#embed "app/views/audit.js"
};
static const unsigned char file75[] = {
#embed "app/views/change-set-bar.js"
};
static const unsigned char file76[] = {
#embed "app/views/change-set.js"
};
static const unsigned char file77[] = {
#embed "app/views/change-sets.js"
};
static const unsigned char file78[] = {
#embed "app/views/experiment.js"
};
static const unsigned char file79[] = {
#embed "app/views/experiments.js"
};
static const unsigned char file80[] = {
#embed "app/views/history.js"
};
static const unsigned char file81[] = {
#embed "app/views/mock-banner.js"
};
static const unsigned char file82[] = {
#embed "app/views/mock.js"
};
static const unsigned char file83[] = {
#embed "app/views/releases.js"
};
static const unsigned char file84[] = {
#embed "app/views/requests.js"
};
static const unsigned char file85[] = {
#embed "app/views/screen.js"
};
static const unsigned char file86[] = {
#embed "app/views/screens.js"
};
static const unsigned char file87[] = {
#embed "app/views/sign-in.js"
};
static const unsigned char file88[] = {
#embed "app/views/tokens.js"
};
static const unsigned char file89[] = {
#embed "app/views/view-type.js"
};
static const unsigned char file90[] = {
#embed "app/views/view-types.js"
};

static const struct marquee_console_file files[] = {
    {"console.css", file1, sizeof file1},
    {"editor.css", file2, sizeof file2},
    {"editor/autosave.js", file3, sizeof file3},
    {"editor/clipboard.js", file4, sizeof file4},
    {"editor/compare-lines.js", file5, sizeof file5},
    {"editor/compare-view.js", file6, sizeof file6},
    {"editor/compare.js", file7, sizeof file7},
    {"editor/conflict-merge.js", file8, sizeof file8},
    {"editor/conflict.js", file9, sizeof file9},
    {"editor/controls.js", file10, sizeof file10},
    {"editor/draft.js", file11, sizeof file11},
    {"editor/item-actions.js", file12, sizeof file12},
    {"editor/items.js", file13, sizeof file13},
    {"editor/json-dialog.js", file14, sizeof file14},
    {"editor/layout.js", file15, sizeof file15},
    {"editor/live.js", file16, sizeof file16},
    {"editor/preview-pane.js", file17, sizeof file17},
    {"editor/problems.js", file18, sizeof file18},
    {"editor/publication.js", file19, sizeof file19},
    {"editor/reorder.js", file20, sizeof file20},
    {"editor/review.js", file21, sizeof file21},
    {"editor/scope.js", file22, sizeof file22},
    {"editor/screen-editor.js", file23, sizeof file23},
    {"editor/settings.js", file24, sizeof file24},
    {"editor/variant-model.js", file25, sizeof file25},
    {"editor/variants.js", file26, sizeof file26},
    {"experiments/assignment.js", file27, sizeof file27},
    {"experiments/experiment-data.js", file28, sizeof file28},
    {"experiments/explain-form.js", file29, sizeof file29},
    {"experiments/explain.js", file30, sizeof file30},
    {"experiments/plot.js", file31, sizeof file31},
    {"experiments/ramp.js", file32, sizeof file32},
    {"experiments/split.js", file33, sizeof file33},
    {"form.css", file34, sizeof file34},
    {"form/add-item.js", file35, sizeof file35},
    {"form/choice.js", file36, sizeof file36},
    {"form/controls.js", file37, sizeof file37},
    {"form/field.js", file38, sizeof file38},
    {"form/item-form.js", file39, sizeof file39},
    {"form/list.js", file40, sizeof file40},
    {"form/object.js", file41, sizeof file41},
    {"form/schema.js", file42, sizeof file42},
    {"icon.svg", file43, sizeof file43},
    {"index.html", file44, sizeof file44},
    {"kit/api.js", file45, sizeof file45},
    {"kit/dom.js", file46, sizeof file46},
    {"kit/json.js", file47, sizeof file47},
    {"kit/router.js", file48, sizeof file48},
    {"kit/stream.js", file49, sizeof file49},
    {"kit/ui.js", file50, sizeof file50},
    {"main.js", file51, sizeof file51},
    {"mock/mock-state.js", file52, sizeof file52},
    {"mock/rule-form.js", file53, sizeof file53},
    {"mock/rule-order.js", file54, sizeof file54},
    {"mock/rules.js", file55, sizeof file55},
    {"pages.css", file56, sizeof file56},
    {"pages/access.js", file57, sizeof file57},
    {"pages/audit-words.js", file58, sizeof file58},
    {"pages/code.js", file59, sizeof file59},
    {"pages/compatibility.js", file60, sizeof file60},
    {"pages/filters.js", file61, sizeof file61},
    {"pages/live.js", file62, sizeof file62},
    {"pages/load.js", file63, sizeof file63},
    {"pages/message.js", file64, sizeof file64},
    {"pages/schema-editor.js", file65, sizeof file65},
    {"pages/schema-tree.js", file66, sizeof file66},
    {"pages/switch.js", file67, sizeof file67},
    {"pages/tabs.js", file68, sizeof file68},
    {"pages/text.js", file69, sizeof file69},
    {"pages/usage.js", file70, sizeof file70},
    {"requests/journal.js", file71, sizeof file71},
    {"requests/request-detail.js", file72, sizeof file72},
    {"requests/request-row.js", file73, sizeof file73},
    {"views/audit.js", file74, sizeof file74},
    {"views/change-set-bar.js", file75, sizeof file75},
    {"views/change-set.js", file76, sizeof file76},
    {"views/change-sets.js", file77, sizeof file77},
    {"views/experiment.js", file78, sizeof file78},
    {"views/experiments.js", file79, sizeof file79},
    {"views/history.js", file80, sizeof file80},
    {"views/mock-banner.js", file81, sizeof file81},
    {"views/mock.js", file82, sizeof file82},
    {"views/releases.js", file83, sizeof file83},
    {"views/requests.js", file84, sizeof file84},
    {"views/screen.js", file85, sizeof file85},
    {"views/screens.js", file86, sizeof file86},
    {"views/sign-in.js", file87, sizeof file87},
    {"views/tokens.js", file88, sizeof file88},
    {"views/view-type.js", file89, sizeof file89},
    {"views/view-types.js", file90, sizeof file90},
    {0, 0, 0},
};

struct marquee_console_file marquee_console_file_at(unsigned long index) { return files[index]; }
