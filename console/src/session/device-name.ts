/** A browser as people call it, of its User-Agent header: `Chrome · Windows`; what is not known stands as it is. */
const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

export function deviceName(userAgent: string): string {
  const [browser, system] = [browsers, systems].map((names) => names.find(([pattern]) => pattern.test(userAgent))?.[1])
  if (browser === undefined) return userAgent.slice(0, 40) || '–'
  return system === undefined ? browser : `${browser} · ${system}`
}
