// Made by .ci/embed from the files of page/. Do not edit.
#include "CDemoPage.h"

// #embed is C23; compilers accept it in earlier versions of C as an extension.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file1[] = {
#embed "page/generated/AViewType.js"
};
static const unsigned char file2[] = {
#embed "page/generated/BViewType.js"
};
static const unsigned char file3[] = {
#embed "page/generated/ContentCoding.js"
};
static const unsigned char file4[] = {
#embed "page/generated/CrashLog.js"
};
static const unsigned char file5[] = {
#embed "page/generated/DecodingProblem.js"
};
static const unsigned char file6[] = {
#embed "page/generated/EventStream.js"
};
static const unsigned char file7[] = {
#embed "page/generated/ExposureReporter.js"
};
static const unsigned char file8[] = {
#embed "page/generated/FormatParts.js"
};
static const unsigned char file9[] = {
#embed "page/generated/FormatPaths.js"
};
static const unsigned char file10[] = {
#embed "page/generated/ItemReader.js"
};
static const unsigned char file11[] = {
#embed "page/generated/JSONPatch.js"
};
static const unsigned char file12[] = {
#embed "page/generated/LiveUpdates.js"
};
static const unsigned char file13[] = {
#embed "page/generated/OneImage.js"
};
static const unsigned char file14[] = {
#embed "page/generated/OneLineText.js"
};
static const unsigned char file15[] = {
#embed "page/generated/PlusTitle.js"
};
static const unsigned char file16[] = {
#embed "page/generated/RandomID.js"
};
static const unsigned char file17[] = {
#embed "page/generated/ReportQueue.js"
};
static const unsigned char file18[] = {
#embed "page/generated/RichViewType.js"
};
static const unsigned char file19[] = {
#embed "page/generated/Screen.js"
};
static const unsigned char file20[] = {
#embed "page/generated/ScreenCache.js"
};
static const unsigned char file21[] = {
#embed "page/generated/ScreenClient.js"
};
static const unsigned char file22[] = {
#embed "page/generated/ScreenClientOptions.js"
};
static const unsigned char file23[] = {
#embed "page/generated/ScreenError.js"
};
static const unsigned char file24[] = {
#embed "page/generated/ScreenReader.js"
};
static const unsigned char file25[] = {
#embed "page/generated/ScreenReporter.js"
};
static const unsigned char file26[] = {
#embed "page/generated/ScreenSnapshot.js"
};
static const unsigned char file27[] = {
#embed "page/generated/ScreenTransport.js"
};
static const unsigned char file28[] = {
#embed "page/generated/Title.js"
};
static const unsigned char file29[] = {
#embed "page/generated/TwoLineText.js"
};
static const unsigned char file30[] = {
#embed "page/generated/ValuePath.js"
};
static const unsigned char file31[] = {
#embed "page/generated/ViewContent.js"
};
static const unsigned char file32[] = {
#embed "page/generated/WireFormat.js"
};
static const unsigned char file33[] = {
#embed "page/generated/index.js"
};
static const unsigned char file34[] = {
#embed "page/index.html"
};
static const unsigned char file35[] = {
#embed "page/items.js"
};
static const unsigned char file36[] = {
#embed "page/marquee-screen.js"
};
static const unsigned char file37[] = {
#embed "page/page.css"
};
static const unsigned char file38[] = {
#embed "page/page.js"
};
static const unsigned char file39[] = {
#embed "page/styles.js"
};

static const struct marquee_demo_file files[] = {
    {"generated/AViewType.js", file1, sizeof file1},
    {"generated/BViewType.js", file2, sizeof file2},
    {"generated/ContentCoding.js", file3, sizeof file3},
    {"generated/CrashLog.js", file4, sizeof file4},
    {"generated/DecodingProblem.js", file5, sizeof file5},
    {"generated/EventStream.js", file6, sizeof file6},
    {"generated/ExposureReporter.js", file7, sizeof file7},
    {"generated/FormatParts.js", file8, sizeof file8},
    {"generated/FormatPaths.js", file9, sizeof file9},
    {"generated/ItemReader.js", file10, sizeof file10},
    {"generated/JSONPatch.js", file11, sizeof file11},
    {"generated/LiveUpdates.js", file12, sizeof file12},
    {"generated/OneImage.js", file13, sizeof file13},
    {"generated/OneLineText.js", file14, sizeof file14},
    {"generated/PlusTitle.js", file15, sizeof file15},
    {"generated/RandomID.js", file16, sizeof file16},
    {"generated/ReportQueue.js", file17, sizeof file17},
    {"generated/RichViewType.js", file18, sizeof file18},
    {"generated/Screen.js", file19, sizeof file19},
    {"generated/ScreenCache.js", file20, sizeof file20},
    {"generated/ScreenClient.js", file21, sizeof file21},
    {"generated/ScreenClientOptions.js", file22, sizeof file22},
    {"generated/ScreenError.js", file23, sizeof file23},
    {"generated/ScreenReader.js", file24, sizeof file24},
    {"generated/ScreenReporter.js", file25, sizeof file25},
    {"generated/ScreenSnapshot.js", file26, sizeof file26},
    {"generated/ScreenTransport.js", file27, sizeof file27},
    {"generated/Title.js", file28, sizeof file28},
    {"generated/TwoLineText.js", file29, sizeof file29},
    {"generated/ValuePath.js", file30, sizeof file30},
    {"generated/ViewContent.js", file31, sizeof file31},
    {"generated/WireFormat.js", file32, sizeof file32},
    {"generated/index.js", file33, sizeof file33},
    {"index.html", file34, sizeof file34},
    {"items.js", file35, sizeof file35},
    {"marquee-screen.js", file36, sizeof file36},
    {"page.css", file37, sizeof file37},
    {"page.js", file38, sizeof file38},
    {"styles.js", file39, sizeof file39},
    {0, 0, 0},
};

struct marquee_demo_file marquee_demo_file_at(unsigned long index) { return files[index]; }
