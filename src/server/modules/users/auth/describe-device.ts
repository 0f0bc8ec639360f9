/** Browser and system according to a User-Agent; null if unknown. */
export function describeDevice(userAgent: string | null): {
  browser: string | null
  system: string | null
} {
  const nameIn = (names: readonly [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? null
  return { browser: nameIn(browsers), system: nameIn(systems) }
}

/** In this order: most browsers also name the others. */
const browsers: readonly [RegExp, string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPiOS)\//, 'Opera'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bcoc_coc_browser\//, 'Cốc Cốc'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]
