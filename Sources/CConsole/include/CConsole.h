#ifndef CCONSOLE_H
#define CCONSOLE_H

/// A file of the console's web application.
struct marquee_console_file {
  /// The path below `app/`; a null pointer behind the last file.
  const char *name;
  const unsigned char *bytes;
  unsigned long count;
};

/// The file at an index. There is none behind the one without a name.
struct marquee_console_file marquee_console_file_at(unsigned long index);

#endif
