#ifndef CDEMOPAGE_H
#define CDEMOPAGE_H

/// A file of the demo app's page.
struct marquee_demo_file {
  /// The path below `page/`; a null pointer behind the last file.
  const char *name;
  const unsigned char *bytes;
  unsigned long count;
};

/// The file at an index. There is none behind the one without a name.
struct marquee_demo_file marquee_demo_file_at(unsigned long index);

#endif
