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
#embed "app/comments/thread.js"
};
static const unsigned char file5[] = {
#embed "app/console.css"
};
static const unsigned char file6[] = {
#embed "app/editor.css"
};
static const unsigned char file7[] = {
#embed "app/editor/autosave.js"
};
static const unsigned char file8[] = {
#embed "app/editor/canvas/canvas.js"
};
static const unsigned char file9[] = {
#embed "app/editor/canvas/gaps.js"
};
static const unsigned char file10[] = {
#embed "app/editor/canvas/glass.js"
};
static const unsigned char file11[] = {
#embed "app/editor/canvas/immediate.js"
};
static const unsigned char file12[] = {
#embed "app/editor/canvas/keys.js"
};
static const unsigned char file13[] = {
#embed "app/editor/canvas/overlay.js"
};
static const unsigned char file14[] = {
#embed "app/editor/canvas/page-merge.js"
};
static const unsigned char file15[] = {
#embed "app/editor/canvas/picture-drop.js"
};
static const unsigned char file16[] = {
#embed "app/editor/canvas/writing.js"
};
static const unsigned char file17[] = {
#embed "app/editor/compare-lines.js"
};
static const unsigned char file18[] = {
#embed "app/editor/compare-view.js"
};
static const unsigned char file19[] = {
#embed "app/editor/compare.js"
};
static const unsigned char file20[] = {
#embed "app/editor/conflict.js"
};
static const unsigned char file21[] = {
#embed "app/editor/controls.js"
};
static const unsigned char file22[] = {
#embed "app/editor/domain.js"
};
static const unsigned char file23[] = {
#embed "app/editor/draft.js"
};
static const unsigned char file24[] = {
#embed "app/editor/item-actions.js"
};
static const unsigned char file25[] = {
#embed "app/editor/items.js"
};
static const unsigned char file26[] = {
#embed "app/editor/json-dialog.js"
};
static const unsigned char file27[] = {
#embed "app/editor/layout.js"
};
static const unsigned char file28[] = {
#embed "app/editor/merge-state.js"
};
static const unsigned char file29[] = {
#embed "app/editor/notices.js"
};
static const unsigned char file30[] = {
#embed "app/editor/panels.js"
};
static const unsigned char file31[] = {
#embed "app/editor/preview-board.js"
};
static const unsigned char file32[] = {
#embed "app/editor/preview-controls.js"
};
static const unsigned char file33[] = {
#embed "app/editor/preview-pane.js"
};
static const unsigned char file34[] = {
#embed "app/editor/problems.js"
};
static const unsigned char file35[] = {
#embed "app/editor/publication.js"
};
static const unsigned char file36[] = {
#embed "app/editor/reorder.js"
};
static const unsigned char file37[] = {
#embed "app/editor/review.js"
};
static const unsigned char file38[] = {
#embed "app/editor/scope.js"
};
static const unsigned char file39[] = {
#embed "app/editor/screen-editor.js"
};
static const unsigned char file40[] = {
#embed "app/editor/selected-form.js"
};
static const unsigned char file41[] = {
#embed "app/editor/translation.js"
};
static const unsigned char file42[] = {
#embed "app/editor/variant-edits.js"
};
static const unsigned char file43[] = {
#embed "app/editor/variant-items.js"
};
static const unsigned char file44[] = {
#embed "app/editor/variant-updates.js"
};
static const unsigned char file45[] = {
#embed "app/editor/variants.js"
};
static const unsigned char file46[] = {
#embed "app/experiments/assignment.js"
};
static const unsigned char file47[] = {
#embed "app/experiments/chance.js"
};
static const unsigned char file48[] = {
#embed "app/experiments/default-variant.js"
};
static const unsigned char file49[] = {
#embed "app/experiments/end-experiment.js"
};
static const unsigned char file50[] = {
#embed "app/experiments/experiment-data.js"
};
static const unsigned char file51[] = {
#embed "app/experiments/explain.js"
};
static const unsigned char file52[] = {
#embed "app/experiments/new-experiment.js"
};
static const unsigned char file53[] = {
#embed "app/experiments/plot.js"
};
static const unsigned char file54[] = {
#embed "app/experiments/ramp.js"
};
static const unsigned char file55[] = {
#embed "app/experiments/screen-draft.js"
};
static const unsigned char file56[] = {
#embed "app/experiments/split.js"
};
static const unsigned char file57[] = {
#embed "app/find.css"
};
static const unsigned char file58[] = {
#embed "app/find/find-dialog.js"
};
static const unsigned char file59[] = {
#embed "app/find/rank.js"
};
static const unsigned char file60[] = {
#embed "app/find/sources.js"
};
static const unsigned char file61[] = {
#embed "app/form.css"
};
static const unsigned char file62[] = {
#embed "app/form/add-item.js"
};
static const unsigned char file63[] = {
#embed "app/form/choice.js"
};
static const unsigned char file64[] = {
#embed "app/form/controls.js"
};
static const unsigned char file65[] = {
#embed "app/form/field.js"
};
static const unsigned char file66[] = {
#embed "app/form/form-state.js"
};
static const unsigned char file67[] = {
#embed "app/form/item-form.js"
};
static const unsigned char file68[] = {
#embed "app/form/object.js"
};
static const unsigned char file69[] = {
#embed "app/form/picture-upload.js"
};
static const unsigned char file70[] = {
#embed "app/form/pictures.js"
};
static const unsigned char file71[] = {
#embed "app/form/places.js"
};
static const unsigned char file72[] = {
#embed "app/form/schema.js"
};
static const unsigned char file73[] = {
#embed "app/form/settings-form.js"
};
static const unsigned char file74[] = {
#embed "app/form/template-parts.js"
};
static const unsigned char file75[] = {
#embed "app/form/title.js"
};
static const unsigned char file76[] = {
#embed "app/form/typed.js"
};
static const unsigned char file77[] = {
#embed "app/guest.html"
};
static const unsigned char file78[] = {
#embed "app/guest/guest.js"
};
static const unsigned char file79[] = {
#embed "app/icon.svg"
};
static const unsigned char file80[] = {
#embed "app/index.html"
};
static const unsigned char file81[] = {
#embed "app/kit/api.js"
};
static const unsigned char file82[] = {
#embed "app/kit/dom.js"
};
static const unsigned char file83[] = {
#embed "app/kit/json.js"
};
static const unsigned char file84[] = {
#embed "app/kit/numbers.js"
};
static const unsigned char file85[] = {
#embed "app/kit/page.js"
};
static const unsigned char file86[] = {
#embed "app/kit/router.js"
};
static const unsigned char file87[] = {
#embed "app/kit/roving.js"
};
static const unsigned char file88[] = {
#embed "app/kit/ui.js"
};
static const unsigned char file89[] = {
#embed "app/main.js"
};
static const unsigned char file90[] = {
#embed "app/mock/endpoints.js"
};
static const unsigned char file91[] = {
#embed "app/mock/mock-state.js"
};
static const unsigned char file92[] = {
#embed "app/mock/rule-form.js"
};
static const unsigned char file93[] = {
#embed "app/navigation.js"
};
static const unsigned char file94[] = {
#embed "app/pages.css"
};
static const unsigned char file95[] = {
#embed "app/pages/audit-words.js"
};
static const unsigned char file96[] = {
#embed "app/pages/compatibility.js"
};
static const unsigned char file97[] = {
#embed "app/pages/device-frame.js"
};
static const unsigned char file98[] = {
#embed "app/pages/filters.js"
};
static const unsigned char file99[] = {
#embed "app/pages/json-editor.js"
};
static const unsigned char file100[] = {
#embed "app/pages/languages.js"
};
static const unsigned char file101[] = {
#embed "app/pages/live.js"
};
static const unsigned char file102[] = {
#embed "app/pages/load.js"
};
static const unsigned char file103[] = {
#embed "app/pages/message.js"
};
static const unsigned char file104[] = {
#embed "app/pages/schema-editor.js"
};
static const unsigned char file105[] = {
#embed "app/pages/schema-tree.js"
};
static const unsigned char file106[] = {
#embed "app/pages/tabs.js"
};
static const unsigned char file107[] = {
#embed "app/pages/text.js"
};
static const unsigned char file108[] = {
#embed "app/pages/usage.js"
};
static const unsigned char file109[] = {
#embed "app/phone.css"
};
static const unsigned char file110[] = {
#embed "app/requests/journal.js"
};
static const unsigned char file111[] = {
#embed "app/requests/request-detail.js"
};
static const unsigned char file112[] = {
#embed "app/review.css"
};
static const unsigned char file113[] = {
#embed "app/review/changes-view.js"
};
static const unsigned char file114[] = {
#embed "app/review/effects.js"
};
static const unsigned char file115[] = {
#embed "app/review/marked-words.js"
};
static const unsigned char file116[] = {
#embed "app/review/picture.js"
};
static const unsigned char file117[] = {
#embed "app/review/verdicts.js"
};
static const unsigned char file118[] = {
#embed "app/review/when.js"
};
static const unsigned char file119[] = {
#embed "app/rollouts.css"
};
static const unsigned char file120[] = {
#embed "app/rollouts/evidence.js"
};
static const unsigned char file121[] = {
#embed "app/rollouts/guard-choice.js"
};
static const unsigned char file122[] = {
#embed "app/rollouts/ladder.js"
};
static const unsigned char file123[] = {
#embed "app/rollouts/open-rollout.js"
};
static const unsigned char file124[] = {
#embed "app/rollouts/rollout-words.js"
};
static const unsigned char file125[] = {
#embed "app/rollouts/steering.js"
};
static const unsigned char file126[] = {
#embed "app/screens/board.js"
};
static const unsigned char file127[] = {
#embed "app/screens/release-impact.js"
};
static const unsigned char file128[] = {
#embed "app/translations.css"
};
static const unsigned char file129[] = {
#embed "app/views/audit.js"
};
static const unsigned char file130[] = {
#embed "app/views/change-set-bar.js"
};
static const unsigned char file131[] = {
#embed "app/views/change-set.js"
};
static const unsigned char file132[] = {
#embed "app/views/change-sets.js"
};
static const unsigned char file133[] = {
#embed "app/views/endpoint.js"
};
static const unsigned char file134[] = {
#embed "app/views/experiment.js"
};
static const unsigned char file135[] = {
#embed "app/views/experiments.js"
};
static const unsigned char file136[] = {
#embed "app/views/guest-link.js"
};
static const unsigned char file137[] = {
#embed "app/views/history.js"
};
static const unsigned char file138[] = {
#embed "app/views/mock.js"
};
static const unsigned char file139[] = {
#embed "app/views/releases.js"
};
static const unsigned char file140[] = {
#embed "app/views/requests.js"
};
static const unsigned char file141[] = {
#embed "app/views/rollout.js"
};
static const unsigned char file142[] = {
#embed "app/views/rollouts.js"
};
static const unsigned char file143[] = {
#embed "app/views/screen.js"
};
static const unsigned char file144[] = {
#embed "app/views/screens.js"
};
static const unsigned char file145[] = {
#embed "app/views/sign-in.js"
};
static const unsigned char file146[] = {
#embed "app/views/tokens.js"
};
static const unsigned char file147[] = {
#embed "app/views/translations.js"
};
static const unsigned char file148[] = {
#embed "app/views/view-type.js"
};
static const unsigned char file149[] = {
#embed "app/views/view-types.js"
};

static const struct marquee_console_file files[] = {
    {"board.css", file1, sizeof file1},
    {"comments.css", file2, sizeof file2},
    {"comments/editor-comments.js", file3, sizeof file3},
    {"comments/thread.js", file4, sizeof file4},
    {"console.css", file5, sizeof file5},
    {"editor.css", file6, sizeof file6},
    {"editor/autosave.js", file7, sizeof file7},
    {"editor/canvas/canvas.js", file8, sizeof file8},
    {"editor/canvas/gaps.js", file9, sizeof file9},
    {"editor/canvas/glass.js", file10, sizeof file10},
    {"editor/canvas/immediate.js", file11, sizeof file11},
    {"editor/canvas/keys.js", file12, sizeof file12},
    {"editor/canvas/overlay.js", file13, sizeof file13},
    {"editor/canvas/page-merge.js", file14, sizeof file14},
    {"editor/canvas/picture-drop.js", file15, sizeof file15},
    {"editor/canvas/writing.js", file16, sizeof file16},
    {"editor/compare-lines.js", file17, sizeof file17},
    {"editor/compare-view.js", file18, sizeof file18},
    {"editor/compare.js", file19, sizeof file19},
    {"editor/conflict.js", file20, sizeof file20},
    {"editor/controls.js", file21, sizeof file21},
    {"editor/domain.js", file22, sizeof file22},
    {"editor/draft.js", file23, sizeof file23},
    {"editor/item-actions.js", file24, sizeof file24},
    {"editor/items.js", file25, sizeof file25},
    {"editor/json-dialog.js", file26, sizeof file26},
    {"editor/layout.js", file27, sizeof file27},
    {"editor/merge-state.js", file28, sizeof file28},
    {"editor/notices.js", file29, sizeof file29},
    {"editor/panels.js", file30, sizeof file30},
    {"editor/preview-board.js", file31, sizeof file31},
    {"editor/preview-controls.js", file32, sizeof file32},
    {"editor/preview-pane.js", file33, sizeof file33},
    {"editor/problems.js", file34, sizeof file34},
    {"editor/publication.js", file35, sizeof file35},
    {"editor/reorder.js", file36, sizeof file36},
    {"editor/review.js", file37, sizeof file37},
    {"editor/scope.js", file38, sizeof file38},
    {"editor/screen-editor.js", file39, sizeof file39},
    {"editor/selected-form.js", file40, sizeof file40},
    {"editor/translation.js", file41, sizeof file41},
    {"editor/variant-edits.js", file42, sizeof file42},
    {"editor/variant-items.js", file43, sizeof file43},
    {"editor/variant-updates.js", file44, sizeof file44},
    {"editor/variants.js", file45, sizeof file45},
    {"experiments/assignment.js", file46, sizeof file46},
    {"experiments/chance.js", file47, sizeof file47},
    {"experiments/default-variant.js", file48, sizeof file48},
    {"experiments/end-experiment.js", file49, sizeof file49},
    {"experiments/experiment-data.js", file50, sizeof file50},
    {"experiments/explain.js", file51, sizeof file51},
    {"experiments/new-experiment.js", file52, sizeof file52},
    {"experiments/plot.js", file53, sizeof file53},
    {"experiments/ramp.js", file54, sizeof file54},
    {"experiments/screen-draft.js", file55, sizeof file55},
    {"experiments/split.js", file56, sizeof file56},
    {"find.css", file57, sizeof file57},
    {"find/find-dialog.js", file58, sizeof file58},
    {"find/rank.js", file59, sizeof file59},
    {"find/sources.js", file60, sizeof file60},
    {"form.css", file61, sizeof file61},
    {"form/add-item.js", file62, sizeof file62},
    {"form/choice.js", file63, sizeof file63},
    {"form/controls.js", file64, sizeof file64},
    {"form/field.js", file65, sizeof file65},
    {"form/form-state.js", file66, sizeof file66},
    {"form/item-form.js", file67, sizeof file67},
    {"form/object.js", file68, sizeof file68},
    {"form/picture-upload.js", file69, sizeof file69},
    {"form/pictures.js", file70, sizeof file70},
    {"form/places.js", file71, sizeof file71},
    {"form/schema.js", file72, sizeof file72},
    {"form/settings-form.js", file73, sizeof file73},
    {"form/template-parts.js", file74, sizeof file74},
    {"form/title.js", file75, sizeof file75},
    {"form/typed.js", file76, sizeof file76},
    {"guest.html", file77, sizeof file77},
    {"guest/guest.js", file78, sizeof file78},
    {"icon.svg", file79, sizeof file79},
    {"index.html", file80, sizeof file80},
    {"kit/api.js", file81, sizeof file81},
    {"kit/dom.js", file82, sizeof file82},
    {"kit/json.js", file83, sizeof file83},
    {"kit/numbers.js", file84, sizeof file84},
    {"kit/page.js", file85, sizeof file85},
    {"kit/router.js", file86, sizeof file86},
    {"kit/roving.js", file87, sizeof file87},
    {"kit/ui.js", file88, sizeof file88},
    {"main.js", file89, sizeof file89},
    {"mock/endpoints.js", file90, sizeof file90},
    {"mock/mock-state.js", file91, sizeof file91},
    {"mock/rule-form.js", file92, sizeof file92},
    {"navigation.js", file93, sizeof file93},
    {"pages.css", file94, sizeof file94},
    {"pages/audit-words.js", file95, sizeof file95},
    {"pages/compatibility.js", file96, sizeof file96},
    {"pages/device-frame.js", file97, sizeof file97},
    {"pages/filters.js", file98, sizeof file98},
    {"pages/json-editor.js", file99, sizeof file99},
    {"pages/languages.js", file100, sizeof file100},
    {"pages/live.js", file101, sizeof file101},
    {"pages/load.js", file102, sizeof file102},
    {"pages/message.js", file103, sizeof file103},
    {"pages/schema-editor.js", file104, sizeof file104},
    {"pages/schema-tree.js", file105, sizeof file105},
    {"pages/tabs.js", file106, sizeof file106},
    {"pages/text.js", file107, sizeof file107},
    {"pages/usage.js", file108, sizeof file108},
    {"phone.css", file109, sizeof file109},
    {"requests/journal.js", file110, sizeof file110},
    {"requests/request-detail.js", file111, sizeof file111},
    {"review.css", file112, sizeof file112},
    {"review/changes-view.js", file113, sizeof file113},
    {"review/effects.js", file114, sizeof file114},
    {"review/marked-words.js", file115, sizeof file115},
    {"review/picture.js", file116, sizeof file116},
    {"review/verdicts.js", file117, sizeof file117},
    {"review/when.js", file118, sizeof file118},
    {"rollouts.css", file119, sizeof file119},
    {"rollouts/evidence.js", file120, sizeof file120},
    {"rollouts/guard-choice.js", file121, sizeof file121},
    {"rollouts/ladder.js", file122, sizeof file122},
    {"rollouts/open-rollout.js", file123, sizeof file123},
    {"rollouts/rollout-words.js", file124, sizeof file124},
    {"rollouts/steering.js", file125, sizeof file125},
    {"screens/board.js", file126, sizeof file126},
    {"screens/release-impact.js", file127, sizeof file127},
    {"translations.css", file128, sizeof file128},
    {"views/audit.js", file129, sizeof file129},
    {"views/change-set-bar.js", file130, sizeof file130},
    {"views/change-set.js", file131, sizeof file131},
    {"views/change-sets.js", file132, sizeof file132},
    {"views/endpoint.js", file133, sizeof file133},
    {"views/experiment.js", file134, sizeof file134},
    {"views/experiments.js", file135, sizeof file135},
    {"views/guest-link.js", file136, sizeof file136},
    {"views/history.js", file137, sizeof file137},
    {"views/mock.js", file138, sizeof file138},
    {"views/releases.js", file139, sizeof file139},
    {"views/requests.js", file140, sizeof file140},
    {"views/rollout.js", file141, sizeof file141},
    {"views/rollouts.js", file142, sizeof file142},
    {"views/screen.js", file143, sizeof file143},
    {"views/screens.js", file144, sizeof file144},
    {"views/sign-in.js", file145, sizeof file145},
    {"views/tokens.js", file146, sizeof file146},
    {"views/translations.js", file147, sizeof file147},
    {"views/view-type.js", file148, sizeof file148},
    {"views/view-types.js", file149, sizeof file149},
    {0, 0, 0},
};

struct marquee_console_file marquee_console_file_at(unsigned long index) { return files[index]; }
