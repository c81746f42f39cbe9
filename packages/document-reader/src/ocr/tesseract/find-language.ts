import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ReadError } from '@recto/document-text/read-error'

export type LanguageData = {
  /** Tesseract's name of the language, such as `deu` or `chi_sim`. */
  readonly name: string
  /** The gzipped weights. */
  readonly file: string
}

/** The bibliographic codes of ISO 639-2, and others, whose weights have another name. */
const namesByCode: Readonly<Record<string, string>> = {
  alb: 'sqi',
  arm: 'hye',
  baq: 'eus',
  bur: 'mya',
  chi: 'chi_sim',
  cze: 'ces',
  dut: 'nld',
  fre: 'fra',
  geo: 'kat',
  ger: 'deu',
  gre: 'ell',
  ice: 'isl',
  mac: 'mkd',
  mao: 'mri',
  may: 'msa',
  nno: 'nor',
  nob: 'nor',
  per: 'fas',
  rum: 'ron',
  slo: 'slk',
  tib: 'bod',
  wel: 'cym',
  zho: 'chi_sim',
}

/** All languages and scripts that there are weights of, as Tesseract calls them. */
const knownLanguages = new Set(
  (
    'afr amh ara asm aze aze_cyrl bel ben bod bos bre bul cat ceb ces chi_sim chi_sim_vert chi_tra chi_tra_vert chr cos cym dan deu ' +
    'div dzo ell eng enm epo est eus fao fas fil fin fra frk frm fry gla gle glg grc guj hat heb hin hrv hun hye iku ind isl ita ' +
    'ita_old jav jpn jpn_vert kan kat kat_old kaz khm kir kmr kor kor_vert lao lat lav lit ltz mal mar mkd mlt mon mri msa mya nep ' +
    'nld nor oci ori pan pol por pus que ron rus san sin slk slv snd spa spa_old sqi srp srp_latn sun swa swe syr tam tat tel tgk ' +
    'tha tir ton tur uig ukr urd uzb uzb_cyrl vie yid yor'
  ).split(' '),
)

/** Small, whole-number weights of the best networks. */
const flavour = '4.0.0_best_int'
const maxLanguages = 4

type Packages = Pick<NodeJS.Require, 'resolve'>
const installedPackages: Packages = createRequire(import.meta.url)

/**
 * The weights of a language, or of several joined by `+`, from the packages that are installed; nothing is
 * ever downloaded. Throws `ReadError` (`language-missing`) that names the package to add.
 */
export function findLanguages(codes: string, require = installedPackages): LanguageData[] {
  return namesOf(codes).map((name) => ({ name, file: findWeights(name, require) }))
}

/** Throws `ReadError` (`language-missing`) for a code that is of no language. */
export function checkLanguages(codes: string): void {
  namesOf(codes)
}

/** Whether all of the languages can be read. Throws `ReadError` (`language-missing`) for a code that is of none. */
export function hasLanguages(codes: string, require = installedPackages): boolean {
  return namesOf(codes).every((name) => resolveWeights(name, require) !== undefined)
}

function namesOf(codes: string): string[] {
  const names = codes
    .toLowerCase()
    .split('+')
    .map((code) => code.trim())
    .map((code) => namesByCode[code] ?? code)
  if (names.length > maxLanguages || !names.every((name) => knownLanguages.has(name)))
    throw new ReadError(
      'language-missing',
      `Text recognition does not support the language “${codes}”. Use three-letter ISO 639-2 codes such as eng or deu, up to ${maxLanguages} joined by +.`,
    )
  return [...new Set(names)]
}

function findWeights(name: string, require: Packages): string {
  const file = resolveWeights(name, require)
  if (file) return file
  throw new ReadError(
    'language-missing',
    `The language “${name}” is not installed for text recognition. Add its package with: npm install ${packageOf(name)}`,
  )
}

function packageOf(name: string): string {
  return `@tesseract.js-data/${name}`
}

function resolveWeights(name: string, require: Packages): string | undefined {
  try {
    const folder = dirname(require.resolve(`${packageOf(name)}/package.json`))
    const file = join(folder, flavour, `${name}.traineddata.gz`)
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}
