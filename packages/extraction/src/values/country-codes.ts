import { fold } from './fold.ts'

const namesByCode: Readonly<Record<string, string>> = {
  AT: 'austria|osterreich|autriche|oostenrijk',
  AU: 'australia',
  BE: 'belgium|belgien|belgique|belgie|belgica|belgio',
  BR: 'brazil|brasil',
  CA: 'canada|kanada',
  CH: 'switzerland|schweiz|suisse|svizzera|zwitserland|suiza',
  CN: 'china',
  CZ: 'czech republic|czechia|tschechien',
  DE: 'germany|deutschland|allemagne|duitsland|germania|alemania|alemanha',
  DK: 'denmark|danmark|danemark',
  ES: 'spain|spanien|espagne|espana|spanje|spagna|espanha',
  FI: 'finland|finnland|suomi',
  FR: 'france|frankreich|frankrijk|francia|franca',
  GB: 'united kingdom|great britain|england|scotland|wales|uk|vereinigtes konigreich|royaume uni',
  HK: 'hong kong',
  HU: 'hungary|ungarn',
  IE: 'ireland|irland|ierland',
  IN: 'india|indien',
  IT: 'italy|italien|italie|italia',
  JP: 'japan',
  LU: 'luxembourg|luxemburg',
  MX: 'mexico',
  MY: 'malaysia',
  NL: 'netherlands|the netherlands|nederland|niederlande|pays bas|holland|paesi bassi|paises bajos',
  NO: 'norway|norge|norwegen',
  NZ: 'new zealand',
  PL: 'poland|polska|polen',
  PT: 'portugal',
  SE: 'sweden|sverige|schweden',
  SG: 'singapore|singapur',
  US: 'united states|united states of america|usa|u s a|vereinigte staaten|etats unis',
  ZA: 'south africa',
}

const codeByName = new Map(
  Object.entries(namesByCode).flatMap(([code, joinedNames]) =>
    joinedNames.split('|').map((name) => [name, code] as const),
  ),
)

/** Finds the ISO 3166 code of the country when the text is a country name and nothing else. */
export function findCountryCode(text: string): string | undefined {
  return codeByName.get(
    fold(text)
      .replace(/[^\p{L}]+/gu, ' ')
      .trim(),
  )
}

export function isCountryCode(text: string): boolean {
  return text in namesByCode
}
