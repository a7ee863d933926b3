/** Finds text on a rendered screen that is neither in the person's language nor data. */
import type { Page } from 'playwright-core'

/** Fields of answers whose values people typed, devices reported or the system numbered: data, in whatever language it came. */
const dataFields = new Set([
  'storeCode',
  'storeName',
  'address',
  'prCode',
  'prName',
  'prInfo',
  'prCodeList',
  'layoutId',
  'layout',
  'nfc',
  'name',
  'alias',
  'email',
  'roleName',
  'createdBy',
  'source',
  'fileName',
  'notes',
  'location',
  'subject',
  'hostName',
  'diskPath',
  'path',
  'id',
  'tagMac',
  'sensorMac',
  'barcode',
  'tagId',
  'tagType',
  'gwMac',
  'gwIp',
  'ip',
  'alternateIp',
  'mac',
  'version',
  'gmpVersion',
  'grmVersion',
  // Names of the zone database, codes of languages and currencies, types of stores; aliases and promotions are named by people.
  'storeType',
  'timeZone',
  'timeZones',
  'locale',
  'currency',
  'promotion',
  'updatedBy',
  'uploadedBy',
  'startedBy',
  // Hardware codes of displays; colours of panels as files of layouts name them.
  'model',
  'modelClass',
  // What a paper file names, and the printer's own words.
  'taskDes',
  'printerIp',
  'printerName',
  'resultMsg',
  // Fields of what was changed, as the API names them; addresses of receivers of webhooks.
  'changed',
  'url',
  // Blanks of the texts of alarms and notifications.
  'variables',
  'case',
  'mail',
  // The evidence behind a translated reason of a task, as the renderer or the gateway put it: for the technician, and the same in every log.
  'detail',
  // What access points say of themselves, and the names and problems of bridges.
  'maker',
  'firmware',
  'problem',
  'problems',
  'bridgeName',
  'seenIp',
  // What a layout's elements show, and the fields that they read.
  'text',
  'field',
  'value',
])

/** Words that stand in Latin letters in every language, each with its reason. */
const terms: Record<string, string> = {
  Endcap: 'the name of the product',
  English: 'a language, by its own name',
  Ctrl: 'a key, as it is printed on keyboards',
  K: 'a key',
  Z: 'a key',
  D: 'a key',
  Tab: 'a key',
  Shift: 'a key',
  Delete: 'a key',
  Esc: 'a key',
  ID: 'field term, written so in Japanese and Korean',
  Inter: 'a typeface',
  Noto: 'a typeface',
  Sans: 'a typeface',
  TrueType: 'a form of fonts',
  OpenType: 'a form of fonts',
  WOFF: 'a form of fonts',
  IP: 'field term',
  MAC: 'field term',
  DNS: 'field term',
  CH: 'channel, written so in Japanese radio terms',
  RAM: 'field term',
  storeCode: 'a column of the file of predefined gateways',
  gwMac: 'a column of the file of predefined gateways',
  gwIndex: 'a column of the file of predefined gateways',
  ip: 'a column of the file of predefined gateways',
  dataChannel: 'a column of the file of predefined gateways',
  eventChannel: 'a column of the file of predefined gateways',
  channelGroupIndex: 'a column of the file of predefined gateways',
  prCode: 'a column of the file of second codes',
  secondCode: 'a column of the file of second codes',
  PRINTER: 'part of a column of paper files, PRINTER_IP',
  NAME: 'part of a column of paper files, PRINTER_NAME',
  LAYOUT: 'a column of paper files',
  COPIES: 'a column of paper files',
  QTY: 'a column of files of tickets',
  DESCRIPTION: 'a column of files of tickets',
  tel: 'scheme of an address',
  mailto: 'scheme of an address',
  NUL: 'a byte, by its name in ASCII',
  'UTF-': 'part of the name of an encoding, UTF-8',
  ZIP: 'kind of archive',
  gzip: 'kind of archive',
  AndroidManifest: 'part of the name of a file, AndroidManifest.xml',
  xml: 'part of the name of a file, AndroidManifest.xml',
  JPEG: 'kind of picture',
  PNG: 'kind of picture',
  WebP: 'kind of picture',
  GIF: 'kind of picture',
  SVG: 'kind of picture',
  BMP: 'kind of picture',
  MP: 'part of MP4, a kind of film',
  H: 'part of H.264, a way to write films',
  WebM: 'kind of film',
  ffmpeg: 'the name of a program, which is installed by it',
  zip: 'kind of file',
  Android: 'the name of a system',
  index: 'part of index.html, the page of a widget',
  html: 'part of index.html, the page of a widget',
  http: 'the beginning of addresses of webpages',
  Bluetooth: 'a radio, by the name of its standard',
  Alt: 'a key',
  F: 'a key: F2',
  STOCK: 'a state in files of tags',
  SPARE: 'a state in files of tags',
  DEFECTIVE: 'a state in files of tags',
  SENT: 'part of a state in files of tags, SENT_IN',
  IN: 'part of a state in files of tags, SENT_IN',
  RETIRED: 'a state in files of tags',
  REMOVED: 'a state in files of tags',
  name: 'a field of the file of templates',
  show: 'a field of the file of templates',
  size: 'a field of the file of templates',
  A: 'a key: Ctrl+A',
  Enter: 'a key',
  I: 'a key',
  L: 'a key',
  P: 'a key',
  T: 'a key',
  X: 'a place across, and a key',
  Y: 'a place down',
  kB: 'unit',
  PRICE: 'a field in an example of a layout',
  price: 'how that is written',
  BARCODE: 'a field in an example of a layout',
  'EAN-': 'kind of bar code: EAN-13',
  'UPC-A': 'kind of bar code',
  'ITF-': 'kind of bar code: ITF-14',
  Code: 'kind of bar code: Code 128',
  GS: 'kind of bar code: GS1-128',
  DataBar: 'kind of bar code',
  DataMatrix: 'kind of bar code',
  RSSI: 'field term',
  API: 'field term',
  JSON: 'a format',
  POST: 'a method of HTTP',
  xx: 'part of a class of HTTP answers, 2xx',
  Webhook: 'field term, written so in Japanese',
  Standard: 'part of the name Standard Webhooks',
  Webhooks: 'part of the name Standard Webhooks',
  Authorization: 'a header of HTTP',
  Bearer: 'a word in that header',
  NFC: 'field term',
  LED: 'field term',
  CSV: 'kind of file',
  Python: 'a language of programs, by its own name',
  px: 'a unit',
  TXT: 'kind of file',
  Excel: 'the name of a product',
  GW: 'the specification’s short form of gateway, used in alarm names',
  GMP: 'firmware of gateways, by its name',
  GRM: 'firmware of gateways, by its name',
  'SHA-': 'part of SHA-256, a checksum',
  MQTT: 'protocol',
  SMTP: 'protocol',
  TLS: 'protocol',
  UDP: 'protocol',
  STARTTLS: 'protocol',
  SSL: 'protocol',
  PAN: 'field term, written so in Japanese and Korean',
  nf: 'the specification’s prefix of radio settings',
  CP: 'the specification’s word, of a duration',
  'en-US': 'the code of a language, as an example',
  'ja-JP': 'the code of a language, as an example',
  'ko-KR': 'the code of a language, as an example',
  JPY: 'the code of a currency, as an example',
  KRW: 'the code of a currency, as an example',
  HYPER: 'an example of a type of stores',
  CONVENIENCE: 'an example of a type of stores',
  jsonl: 'kind of file',
  Amac: 'the specification’s word',
  edion: 'the name of a site',
  croma: 'the name of a site',
  nec: 'the name of a site',
  coop: 'the name of a site',
  HTTP: 'protocol',
  https: 'protocol',
  PostgreSQL: 'the name of a product',
  ESL: 'field term',
  Natural: 'Natural Earth, whose map it is',
  Earth: 'Natural Earth, whose map it is',
  GeoNames: 'whose place names they are',
  mobile: 'part of the form of names of apps, mobile_{version}.apk',
  version: 'part of the form of names of apps, mobile_{version}.apk',
  info: 'part of mobile_info, which apps ask for',
  apk: 'kind of file',
  IPv: 'part of IPv4',
  WebGL: 'field term',
  'Wi-Fi': 'a radio, by the name of its standard',
  OpenEPaperLink: 'the name of a project',
  lock: 'a setting of access points, by the name that they have for it',
  OpenDisplay: 'the name of a project',
  TRMNL: 'the name of a maker',
  Server: 'part of API Server, a field on the signs of a maker',
  URL: 'field term',
  OS: 'field term, written so in Japanese',
  Web: 'field term, written so in Japanese',
  PDF: 'kind of file',
  DB: 'field term',
  QR: 'part of QR code',
  NG: 'state of the specification, NG1',
  mm: 'unit',
  'yyyy-mm-dd': 'how a day is written',
  hh: 'part of how a time is written, hh:ii',
  ii: 'part of how a time is written, hh:ii',
  V: 'unit: volts',
  C: 'unit: degrees Celsius',
  N: 'part of a panel size, 5.65N',
  dBm: 'unit',
  ms: 'unit',
  s: 'unit',
  m: 'unit',
  km: 'unit',
  B: 'unit',
  KB: 'unit',
  MB: 'unit',
  GB: 'unit',
  TB: 'unit',
  KiB: 'unit',
  MiB: 'unit',
  GiB: 'unit',
  TiB: 'unit',
}

interface Finding {
  text: string
  problem: 'untranslated' | 'raw key' | 'open blank'
}

/** Watches the page's calls from here on and checks its texts by what the server answered; `words` are data that the caller knows, and may grow. */
export function createTextCheck(page: Page, areas: readonly string[], words: readonly string[] = []) {
  const data = new Set<string>()
  /** Texts without a problem: what the server has answered only grows, so they stay so. */
  const fine = new Set<string>()
  /** Answers that the screen may show already while they are read here. */
  const readings = new Set<Promise<void>>()
  page.on('response', (response) => {
    if (!response.url().includes('/api/') || !response.headers()['content-type']?.includes('json')) return
    const reading = response
      .json()
      .then(
        (body: unknown) => collect(body, false),
        () => undefined,
      )
      .finally(() => readings.delete(reading))
    readings.add(reading)
  })
  function collect(value: unknown, isData: boolean): void {
    if (typeof value === 'string') {
      if (isData && /[A-Za-z]/.test(value)) data.add(value.trim())
    } else if (Array.isArray(value)) for (const one of value) collect(one, isData)
    else if (typeof value === 'object' && value !== null)
      for (const [field, one] of Object.entries(value)) collect(one, dataFields.has(field))
  }
  const key = new RegExp(`(^|[^\\w.])(${areas.join('|')})\\.[a-zA-Z][\\w-]*`)

  /** What is wrong with what can be seen or heard now. */
  return async function checkTexts(): Promise<Finding[]> {
    const texts = (await visibleTexts(page)).filter((text) => !fine.has(text))
    await Promise.all(readings)
    // Most texts hold no strange word: the data are looked for in the others alone.
    const known = [...data, ...words].toSorted((a, b) => b.length - a.length)
    return texts.flatMap((text): Finding[] => {
      if (text.includes('{{')) return [{ text, problem: 'open blank' }]
      // The name of a file is no key of a word.
      if (key.test(text.replaceAll(/[\w-]+\.(csv|txt|xlsx|log|json)\b/g, ' '))) return [{ text, problem: 'raw key' }]
      let rest = text
      if (strangeWords(rest).length > 0) for (const one of known) rest = withoutWord(rest, one)
      if (strangeWords(rest).length > 0) return [{ text, problem: 'untranslated' }]
      fine.add(text)
      return []
    })
  }
}

/** Whole words only: a store called A leaves the A of MAC alone. */
const withoutWord = (text: string, word: string) =>
  text.includes(word) ? text.replaceAll(new RegExp(`(?<![A-Za-z0-9])${RegExp.escape(word)}(?![A-Za-z0-9])`, 'g'), ' ') : text

/** Words in Latin letters that a text of another language has no reason to hold. */
export function strangeWords(text: string): string[] {
  const rest = text
    // A tag type behind its size; the end of a file's name; a colour.
    .replaceAll(/(?<=″ )[0-9A-F]{2}\b|\.(csv|txt|xlsx|log)\b|#[0-9a-f]{6}\b/g, ' ')
    // Settings of ours in the environment; addresses of devices.
    .replaceAll(/(?<![A-Za-z_])ENDCAP_[A-Z_]+|(?<![0-9A-Za-z])[0-9A-F]{12}(?![0-9A-Za-z])/g, ' ')
    // Names of the zone database, which are offered as they are.
    .replaceAll(/\b[A-Z][A-Za-z]+(\/[A-Za-z_+-]+)+|\bUTC\b/g, ' ')
  return (rest.match(/[A-Za-z][A-Za-z-]*/g) ?? []).filter((word) => terms[word] === undefined)
}

/** Text nodes, names, titles and placeholders of everything that is shown; drawings for the eye alone are left out. */
async function visibleTexts(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const texts = new Set<string>()
    const add = (text: string | null | undefined) => {
      const normalised = text?.replaceAll(/\s+/g, ' ').trim()
      if (normalised !== undefined && normalised !== '') texts.add(normalised)
    }
    function walk(element: Element) {
      // What is set as code is data; what stands in a text field was typed.
      if (element.matches('script, style, pre, textarea, [aria-hidden="true"]')) return
      const isShown = element.checkVisibility()
      if (isShown)
        for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-roledescription'])
          add(element.getAttribute(name))
      for (const node of element.childNodes) {
        if (node instanceof Element) walk(node)
        else if (isShown && node.nodeType === Node.TEXT_NODE) add(node.textContent)
      }
    }
    for (const element of document.body.children) walk(element)
    return [...texts]
  })
}
