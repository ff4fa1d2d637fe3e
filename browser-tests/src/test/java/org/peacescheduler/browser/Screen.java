package org.peacescheduler.browser;

/** How a page is looked at. Immutable. */
enum Screen {
  PHONE_LIGHT(390, 844, false),
  PHONE_DARK(390, 844, true),
  DESKTOP_LIGHT(1440, 900, false),
  DESKTOP_DARK(1440, 900, true);

  final int width;
  final int height;
  final boolean isDark;

  Screen(int width, int height, boolean isDark) {
    this.width = width;
    this.height = height;
    this.isDark = isDark;
  }

  /** For the name of a file: {@code phone-dark}. */
  String text() {
    return (width < 500 ? "phone" : "desktop") + (isDark ? "-dark" : "-light");
  }
}
