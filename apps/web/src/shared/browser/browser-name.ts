const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

/**
 * Returns the name of a browser. User agents also contain the names of other browsers, so the order
 * of the list matters.
 */
export const browserName = (browser: string): string =>
  browsers.find(([mark]) => browser.includes(mark))?.[1] ?? (browser.slice(0, 40) || 'Unknown')
