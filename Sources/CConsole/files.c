// Made by .ci/embed from the files of app/. Do not edit.
#include "CConsole.h"

// #embed is C23; compilers accept it in earlier versions of C as an extension.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file1[] = {
#embed "app/board.css"
};
static const unsigned char file2[] = {
#embed "app/comments.css"
};
static const unsigned char file3[] = {
#embed "app/comments/editor-comments.js"
};
static const unsigned char file4[] = {
#embed "app/comments/review-comments.js"
};
static const unsigned char file5[] = {
#embed "app/comments/screen-comments.js"
};
static const unsigned char file6[] = {
#embed "app/comments/thread.js"
};
static const unsigned char file7[] = {
#embed "app/console.css"
};
static const unsigned char file8[] = {
#embed "app/editor.css"
};
static const unsigned char file9[] = {
#embed "app/editor/adding.js"
};
static const unsigned char file10[] = {
#embed "app/editor/autosave.js"
};
static const unsigned char file11[] = {
#embed "app/editor/canvas/canvas.js"
};
static const unsigned char file12[] = {
#embed "app/editor/canvas/drag.js"
};
static const unsigned char file13[] = {
#embed "app/editor/canvas/gaps.js"
};
static const unsigned char file14[] = {
#embed "app/editor/canvas/geometry.js"
};
static const unsigned char file15[] = {
#embed "app/editor/canvas/glass.js"
};
static const unsigned char file16[] = {
#embed "app/editor/canvas/immediate.js"
};
static const unsigned char file17[] = {
#embed "app/editor/canvas/keys.js"
};
static const unsigned char file18[] = {
#embed "app/editor/canvas/overlay.js"
};
static const unsigned char file19[] = {
#embed "app/editor/canvas/page-merge.js"
};
static const unsigned char file20[] = {
#embed "app/editor/canvas/picture-drop.js"
};
static const unsigned char file21[] = {
#embed "app/editor/canvas/stand-in.js"
};
static const unsigned char file22[] = {
#embed "app/editor/canvas/text-edit.js"
};
static const unsigned char file23[] = {
#embed "app/editor/canvas/writing.js"
};
static const unsigned char file24[] = {
#embed "app/editor/clipboard.js"
};
static const unsigned char file25[] = {
#embed "app/editor/compare-lines.js"
};
static const unsigned char file26[] = {
#embed "app/editor/compare-view.js"
};
static const unsigned char file27[] = {
#embed "app/editor/compare.js"
};
static const unsigned char file28[] = {
#embed "app/editor/conflict.js"
};
static const unsigned char file29[] = {
#embed "app/editor/controls.js"
};
static const unsigned char file30[] = {
#embed "app/editor/device.js"
};
static const unsigned char file31[] = {
#embed "app/editor/domain.js"
};
static const unsigned char file32[] = {
#embed "app/editor/draft.js"
};
static const unsigned char file33[] = {
#embed "app/editor/item-actions.js"
};
static const unsigned char file34[] = {
#embed "app/editor/items.js"
};
static const unsigned char file35[] = {
#embed "app/editor/json-dialog.js"
};
static const unsigned char file36[] = {
#embed "app/editor/layout.js"
};
static const unsigned char file37[] = {
#embed "app/editor/merge-state.js"
};
static const unsigned char file38[] = {
#embed "app/editor/notices.js"
};
static const unsigned char file39[] = {
#embed "app/editor/panels.js"
};
static const unsigned char file40[] = {
#embed "app/editor/presence.js"
};
static const unsigned char file41[] = {
#embed "app/editor/preview-board.js"
};
static const unsigned char file42[] = {
#embed "app/editor/preview-controls.js"
};
static const unsigned char file43[] = {
#embed "app/editor/preview-pane.js"
};
static const unsigned char file44[] = {
#embed "app/editor/problems.js"
};
static const unsigned char file45[] = {
#embed "app/editor/publication.js"
};
static const unsigned char file46[] = {
#embed "app/editor/reorder.js"
};
static const unsigned char file47[] = {
#embed "app/editor/review.js"
};
static const unsigned char file48[] = {
#embed "app/editor/save-state.js"
};
static const unsigned char file49[] = {
#embed "app/editor/scope.js"
};
static const unsigned char file50[] = {
#embed "app/editor/screen-editor.js"
};
static const unsigned char file51[] = {
#embed "app/editor/sections.js"
};
static const unsigned char file52[] = {
#embed "app/editor/selected-form.js"
};
static const unsigned char file53[] = {
#embed "app/editor/translation.js"
};
static const unsigned char file54[] = {
#embed "app/editor/unwritten.js"
};
static const unsigned char file55[] = {
#embed "app/editor/variant-edits.js"
};
static const unsigned char file56[] = {
#embed "app/editor/variant-items.js"
};
static const unsigned char file57[] = {
#embed "app/editor/variant-updates.js"
};
static const unsigned char file58[] = {
#embed "app/editor/variants.js"
};
static const unsigned char file59[] = {
#embed "app/experiments/assignment.js"
};
static const unsigned char file60[] = {
#embed "app/experiments/audience.js"
};
static const unsigned char file61[] = {
#embed "app/experiments/chance.js"
};
static const unsigned char file62[] = {
#embed "app/experiments/default-variant.js"
};
static const unsigned char file63[] = {
#embed "app/experiments/end-experiment.js"
};
static const unsigned char file64[] = {
#embed "app/experiments/experiment-data.js"
};
static const unsigned char file65[] = {
#embed "app/experiments/explain-form.js"
};
static const unsigned char file66[] = {
#embed "app/experiments/explain.js"
};
static const unsigned char file67[] = {
#embed "app/experiments/new-experiment.js"
};
static const unsigned char file68[] = {
#embed "app/experiments/plot.js"
};
static const unsigned char file69[] = {
#embed "app/experiments/ramp.js"
};
static const unsigned char file70[] = {
#embed "app/experiments/screen-draft.js"
};
static const unsigned char file71[] = {
#embed "app/experiments/split.js"
};
static const unsigned char file72[] = {
#embed "app/find.css"
};
static const unsigned char file73[] = {
#embed "app/find/find-dialog.js"
};
static const unsigned char file74[] = {
#embed "app/find/rank.js"
};
static const unsigned char file75[] = {
#embed "app/find/shortcuts.js"
};
static const unsigned char file76[] = {
#embed "app/find/sources.js"
};
static const unsigned char file77[] = {
#embed "app/form.css"
};
static const unsigned char file78[] = {
#embed "app/form/add-item.js"
};
static const unsigned char file79[] = {
#embed "app/form/choice.js"
};
static const unsigned char file80[] = {
#embed "app/form/controls.js"
};
static const unsigned char file81[] = {
#embed "app/form/field.js"
};
static const unsigned char file82[] = {
#embed "app/form/form-state.js"
};
static const unsigned char file83[] = {
#embed "app/form/inner-items.js"
};
static const unsigned char file84[] = {
#embed "app/form/item-form.js"
};
static const unsigned char file85[] = {
#embed "app/form/list.js"
};
static const unsigned char file86[] = {
#embed "app/form/object.js"
};
static const unsigned char file87[] = {
#embed "app/form/picture-upload.js"
};
static const unsigned char file88[] = {
#embed "app/form/pictures.js"
};
static const unsigned char file89[] = {
#embed "app/form/places.js"
};
static const unsigned char file90[] = {
#embed "app/form/schema.js"
};
static const unsigned char file91[] = {
#embed "app/form/settings-form.js"
};
static const unsigned char file92[] = {
#embed "app/form/template-parts.js"
};
static const unsigned char file93[] = {
#embed "app/form/title.js"
};
static const unsigned char file94[] = {
#embed "app/form/typed.js"
};
static const unsigned char file95[] = {
#embed "app/guest.html"
};
static const unsigned char file96[] = {
#embed "app/guest/guest.js"
};
static const unsigned char file97[] = {
#embed "app/icon.svg"
};
static const unsigned char file98[] = {
#embed "app/index.html"
};
static const unsigned char file99[] = {
#embed "app/kit/api.js"
};
static const unsigned char file100[] = {
#embed "app/kit/dom.js"
};
static const unsigned char file101[] = {
#embed "app/kit/json.js"
};
static const unsigned char file102[] = {
#embed "app/kit/numbers.js"
};
static const unsigned char file103[] = {
#embed "app/kit/page.js"
};
static const unsigned char file104[] = {
#embed "app/kit/router.js"
};
static const unsigned char file105[] = {
#embed "app/kit/roving.js"
};
static const unsigned char file106[] = {
#embed "app/kit/stream.js"
};
static const unsigned char file107[] = {
#embed "app/kit/ui.js"
};
static const unsigned char file108[] = {
#embed "app/main.js"
};
static const unsigned char file109[] = {
#embed "app/mock/mock-state.js"
};
static const unsigned char file110[] = {
#embed "app/mock/rule-form.js"
};
static const unsigned char file111[] = {
#embed "app/mock/rule-order.js"
};
static const unsigned char file112[] = {
#embed "app/mock/rules.js"
};
static const unsigned char file113[] = {
#embed "app/navigation.js"
};
static const unsigned char file114[] = {
#embed "app/pages.css"
};
static const unsigned char file115[] = {
#embed "app/pages/access.js"
};
static const unsigned char file116[] = {
#embed "app/pages/audit-words.js"
};
static const unsigned char file117[] = {
#embed "app/pages/code.js"
};
static const unsigned char file118[] = {
#embed "app/pages/compatibility.js"
};
static const unsigned char file119[] = {
#embed "app/pages/device-frame.js"
};
static const unsigned char file120[] = {
#embed "app/pages/filters.js"
};
static const unsigned char file121[] = {
#embed "app/pages/languages.js"
};
static const unsigned char file122[] = {
#embed "app/pages/live.js"
};
static const unsigned char file123[] = {
#embed "app/pages/load.js"
};
static const unsigned char file124[] = {
#embed "app/pages/message.js"
};
static const unsigned char file125[] = {
#embed "app/pages/schema-editor.js"
};
static const unsigned char file126[] = {
#embed "app/pages/schema-tree.js"
};
static const unsigned char file127[] = {
#embed "app/pages/switch.js"
};
static const unsigned char file128[] = {
#embed "app/pages/tabs.js"
};
static const unsigned char file129[] = {
#embed "app/pages/text.js"
};
static const unsigned char file130[] = {
#embed "app/pages/usage.js"
};
static const unsigned char file131[] = {
#embed "app/phone.css"
};
static const unsigned char file132[] = {
#embed "app/requests/journal.js"
};
static const unsigned char file133[] = {
#embed "app/requests/request-detail.js"
};
static const unsigned char file134[] = {
#embed "app/requests/request-row.js"
};
static const unsigned char file135[] = {
#embed "app/review.css"
};
static const unsigned char file136[] = {
#embed "app/review/changed-items.js"
};
static const unsigned char file137[] = {
#embed "app/review/changes-view.js"
};
static const unsigned char file138[] = {
#embed "app/review/changes.js"
};
static const unsigned char file139[] = {
#embed "app/review/effects.js"
};
static const unsigned char file140[] = {
#embed "app/review/marked-words.js"
};
static const unsigned char file141[] = {
#embed "app/review/picture.js"
};
static const unsigned char file142[] = {
#embed "app/review/verdicts.js"
};
static const unsigned char file143[] = {
#embed "app/review/when.js"
};
static const unsigned char file144[] = {
#embed "app/screens/board.js"
};
static const unsigned char file145[] = {
#embed "app/screens/draft-state.js"
};
static const unsigned char file146[] = {
#embed "app/screens/lazy-frames.js"
};
static const unsigned char file147[] = {
#embed "app/screens/release-impact.js"
};
static const unsigned char file148[] = {
#embed "app/translations.css"
};
static const unsigned char file149[] = {
#embed "app/views/audit.js"
};
static const unsigned char file150[] = {
#embed "app/views/change-set-bar.js"
};
static const unsigned char file151[] = {
#embed "app/views/change-set.js"
};
static const unsigned char file152[] = {
#embed "app/views/change-sets.js"
};
static const unsigned char file153[] = {
#embed "app/views/experiment.js"
};
static const unsigned char file154[] = {
#embed "app/views/experiments.js"
};
static const unsigned char file155[] = {
#embed "app/views/guest-link.js"
};
static const unsigned char file156[] = {
#embed "app/views/history.js"
};
static const unsigned char file157[] = {
#embed "app/views/mock-banner.js"
};
static const unsigned char file158[] = {
#embed "app/views/mock.js"
};
static const unsigned char file159[] = {
#embed "app/views/releases.js"
};
static const unsigned char file160[] = {
#embed "app/views/requests.js"
};
static const unsigned char file161[] = {
#embed "app/views/screen.js"
};
static const unsigned char file162[] = {
#embed "app/views/screens.js"
};
static const unsigned char file163[] = {
#embed "app/views/sign-in.js"
};
static const unsigned char file164[] = {
#embed "app/views/tokens.js"
};
static const unsigned char file165[] = {
#embed "app/views/translations.js"
};
static const unsigned char file166[] = {
#embed "app/views/view-type.js"
};
static const unsigned char file167[] = {
#embed "app/views/view-types.js"
};

static const struct marquee_console_file files[] = {
    {"board.css", file1, sizeof file1},
    {"comments.css", file2, sizeof file2},
    {"comments/editor-comments.js", file3, sizeof file3},
    {"comments/review-comments.js", file4, sizeof file4},
    {"comments/screen-comments.js", file5, sizeof file5},
    {"comments/thread.js", file6, sizeof file6},
    {"console.css", file7, sizeof file7},
    {"editor.css", file8, sizeof file8},
    {"editor/adding.js", file9, sizeof file9},
    {"editor/autosave.js", file10, sizeof file10},
    {"editor/canvas/canvas.js", file11, sizeof file11},
    {"editor/canvas/drag.js", file12, sizeof file12},
    {"editor/canvas/gaps.js", file13, sizeof file13},
    {"editor/canvas/geometry.js", file14, sizeof file14},
    {"editor/canvas/glass.js", file15, sizeof file15},
    {"editor/canvas/immediate.js", file16, sizeof file16},
    {"editor/canvas/keys.js", file17, sizeof file17},
    {"editor/canvas/overlay.js", file18, sizeof file18},
    {"editor/canvas/page-merge.js", file19, sizeof file19},
    {"editor/canvas/picture-drop.js", file20, sizeof file20},
    {"editor/canvas/stand-in.js", file21, sizeof file21},
    {"editor/canvas/text-edit.js", file22, sizeof file22},
    {"editor/canvas/writing.js", file23, sizeof file23},
    {"editor/clipboard.js", file24, sizeof file24},
    {"editor/compare-lines.js", file25, sizeof file25},
    {"editor/compare-view.js", file26, sizeof file26},
    {"editor/compare.js", file27, sizeof file27},
    {"editor/conflict.js", file28, sizeof file28},
    {"editor/controls.js", file29, sizeof file29},
    {"editor/device.js", file30, sizeof file30},
    {"editor/domain.js", file31, sizeof file31},
    {"editor/draft.js", file32, sizeof file32},
    {"editor/item-actions.js", file33, sizeof file33},
    {"editor/items.js", file34, sizeof file34},
    {"editor/json-dialog.js", file35, sizeof file35},
    {"editor/layout.js", file36, sizeof file36},
    {"editor/merge-state.js", file37, sizeof file37},
    {"editor/notices.js", file38, sizeof file38},
    {"editor/panels.js", file39, sizeof file39},
    {"editor/presence.js", file40, sizeof file40},
    {"editor/preview-board.js", file41, sizeof file41},
    {"editor/preview-controls.js", file42, sizeof file42},
    {"editor/preview-pane.js", file43, sizeof file43},
    {"editor/problems.js", file44, sizeof file44},
    {"editor/publication.js", file45, sizeof file45},
    {"editor/reorder.js", file46, sizeof file46},
    {"editor/review.js", file47, sizeof file47},
    {"editor/save-state.js", file48, sizeof file48},
    {"editor/scope.js", file49, sizeof file49},
    {"editor/screen-editor.js", file50, sizeof file50},
    {"editor/sections.js", file51, sizeof file51},
    {"editor/selected-form.js", file52, sizeof file52},
    {"editor/translation.js", file53, sizeof file53},
    {"editor/unwritten.js", file54, sizeof file54},
    {"editor/variant-edits.js", file55, sizeof file55},
    {"editor/variant-items.js", file56, sizeof file56},
    {"editor/variant-updates.js", file57, sizeof file57},
    {"editor/variants.js", file58, sizeof file58},
    {"experiments/assignment.js", file59, sizeof file59},
    {"experiments/audience.js", file60, sizeof file60},
    {"experiments/chance.js", file61, sizeof file61},
    {"experiments/default-variant.js", file62, sizeof file62},
    {"experiments/end-experiment.js", file63, sizeof file63},
    {"experiments/experiment-data.js", file64, sizeof file64},
    {"experiments/explain-form.js", file65, sizeof file65},
    {"experiments/explain.js", file66, sizeof file66},
    {"experiments/new-experiment.js", file67, sizeof file67},
    {"experiments/plot.js", file68, sizeof file68},
    {"experiments/ramp.js", file69, sizeof file69},
    {"experiments/screen-draft.js", file70, sizeof file70},
    {"experiments/split.js", file71, sizeof file71},
    {"find.css", file72, sizeof file72},
    {"find/find-dialog.js", file73, sizeof file73},
    {"find/rank.js", file74, sizeof file74},
    {"find/shortcuts.js", file75, sizeof file75},
    {"find/sources.js", file76, sizeof file76},
    {"form.css", file77, sizeof file77},
    {"form/add-item.js", file78, sizeof file78},
    {"form/choice.js", file79, sizeof file79},
    {"form/controls.js", file80, sizeof file80},
    {"form/field.js", file81, sizeof file81},
    {"form/form-state.js", file82, sizeof file82},
    {"form/inner-items.js", file83, sizeof file83},
    {"form/item-form.js", file84, sizeof file84},
    {"form/list.js", file85, sizeof file85},
    {"form/object.js", file86, sizeof file86},
    {"form/picture-upload.js", file87, sizeof file87},
    {"form/pictures.js", file88, sizeof file88},
    {"form/places.js", file89, sizeof file89},
    {"form/schema.js", file90, sizeof file90},
    {"form/settings-form.js", file91, sizeof file91},
    {"form/template-parts.js", file92, sizeof file92},
    {"form/title.js", file93, sizeof file93},
    {"form/typed.js", file94, sizeof file94},
    {"guest.html", file95, sizeof file95},
    {"guest/guest.js", file96, sizeof file96},
    {"icon.svg", file97, sizeof file97},
    {"index.html", file98, sizeof file98},
    {"kit/api.js", file99, sizeof file99},
    {"kit/dom.js", file100, sizeof file100},
    {"kit/json.js", file101, sizeof file101},
    {"kit/numbers.js", file102, sizeof file102},
    {"kit/page.js", file103, sizeof file103},
    {"kit/router.js", file104, sizeof file104},
    {"kit/roving.js", file105, sizeof file105},
    {"kit/stream.js", file106, sizeof file106},
    {"kit/ui.js", file107, sizeof file107},
    {"main.js", file108, sizeof file108},
    {"mock/mock-state.js", file109, sizeof file109},
    {"mock/rule-form.js", file110, sizeof file110},
    {"mock/rule-order.js", file111, sizeof file111},
    {"mock/rules.js", file112, sizeof file112},
    {"navigation.js", file113, sizeof file113},
    {"pages.css", file114, sizeof file114},
    {"pages/access.js", file115, sizeof file115},
    {"pages/audit-words.js", file116, sizeof file116},
    {"pages/code.js", file117, sizeof file117},
    {"pages/compatibility.js", file118, sizeof file118},
    {"pages/device-frame.js", file119, sizeof file119},
    {"pages/filters.js", file120, sizeof file120},
    {"pages/languages.js", file121, sizeof file121},
    {"pages/live.js", file122, sizeof file122},
    {"pages/load.js", file123, sizeof file123},
    {"pages/message.js", file124, sizeof file124},
    {"pages/schema-editor.js", file125, sizeof file125},
    {"pages/schema-tree.js", file126, sizeof file126},
    {"pages/switch.js", file127, sizeof file127},
    {"pages/tabs.js", file128, sizeof file128},
    {"pages/text.js", file129, sizeof file129},
    {"pages/usage.js", file130, sizeof file130},
    {"phone.css", file131, sizeof file131},
    {"requests/journal.js", file132, sizeof file132},
    {"requests/request-detail.js", file133, sizeof file133},
    {"requests/request-row.js", file134, sizeof file134},
    {"review.css", file135, sizeof file135},
    {"review/changed-items.js", file136, sizeof file136},
    {"review/changes-view.js", file137, sizeof file137},
    {"review/changes.js", file138, sizeof file138},
    {"review/effects.js", file139, sizeof file139},
    {"review/marked-words.js", file140, sizeof file140},
    {"review/picture.js", file141, sizeof file141},
    {"review/verdicts.js", file142, sizeof file142},
    {"review/when.js", file143, sizeof file143},
    {"screens/board.js", file144, sizeof file144},
    {"screens/draft-state.js", file145, sizeof file145},
    {"screens/lazy-frames.js", file146, sizeof file146},
    {"screens/release-impact.js", file147, sizeof file147},
    {"translations.css", file148, sizeof file148},
    {"views/audit.js", file149, sizeof file149},
    {"views/change-set-bar.js", file150, sizeof file150},
    {"views/change-set.js", file151, sizeof file151},
    {"views/change-sets.js", file152, sizeof file152},
    {"views/experiment.js", file153, sizeof file153},
    {"views/experiments.js", file154, sizeof file154},
    {"views/guest-link.js", file155, sizeof file155},
    {"views/history.js", file156, sizeof file156},
    {"views/mock-banner.js", file157, sizeof file157},
    {"views/mock.js", file158, sizeof file158},
    {"views/releases.js", file159, sizeof file159},
    {"views/requests.js", file160, sizeof file160},
    {"views/screen.js", file161, sizeof file161},
    {"views/screens.js", file162, sizeof file162},
    {"views/sign-in.js", file163, sizeof file163},
    {"views/tokens.js", file164, sizeof file164},
    {"views/translations.js", file165, sizeof file165},
    {"views/view-type.js", file166, sizeof file166},
    {"views/view-types.js", file167, sizeof file167},
    {0, 0, 0},
};

struct marquee_console_file marquee_console_file_at(unsigned long index) { return files[index]; }
