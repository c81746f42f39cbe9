import { fold } from '../values/fold.ts'

/** What a page says at its top if it goes on with the page before, or at its foot if the next page goes on with it. */
const carriedOn =
  /(?<!\p{L})(?:continued|cont'd|brought forward|carried forward|carried over|fortsetzung|ubertrag|suite de|suite page|a reporter|report de|continuacion|suma anterior|suma y sigue|riporto|a riportare|te transporteren|continuacao|a transportar|do przeniesienia|z przeniesienia|ciag dalszy|pokracovani|fortsattning|fortsaettelse|fortsettelse|jatkuu)(?!\p{L})/u

/** Words that say so only where nothing but a sum stands beside them. */
const carriedAlone = /^\W*(?:report|transport|transporte|segue|continua|vervolg|prevod)[^\p{L}]*$/u

/** The end of a letter or a contract. */
const closingWords =
  /(?<!\p{L})(?:yours sincerely|yours faithfully|kind regards|best regards|sincerely|mit freundlichen grussen|freundliche grusse|hochachtungsvoll|veuillez agreer|cordialement|salutations distinguees|atentamente|un cordial saludo|cordiali saluti|distinti saluti|met vriendelijke groet|hoogachtend|atenciosamente|com os melhores cumprimentos|z powazaniem|s pozdravem|med vanlig halsning|vennlig hilsen|med venlig hilsen|ystavallisin terveisin|signature|unterschrift|firma|handtekening|assinatura|podpis|underskrift|thank you for your|vielen dank fur ihren|merci de votre)(?!\p{L})/u

/** A page that belongs to the document before it. */
const annex =
  /^\W*(?:appendix|annex|annexe|exhibit|attachment|enclosure|anhang|anlage|anexo|allegato|bijlage|zalacznik|priloha|bilaga|bilag|vedlegg|liite|general terms|terms and conditions|allgemeine geschaftsbedingungen|conditions generales|condiciones generales|condizioni generali|algemene voorwaarden|condicoes gerais)(?!\p{L})/u

/** Separator sheets name themselves. */
const separator =
  /^\W*(?:patch ?(?:code|[1-6t]|ii|iii|iv|vi)|(?:document )?separator(?: (?:sheet|page))?|separation (?:sheet|page)|divider(?: (?:sheet|page))?|trennblatt|trennseite|page de separation|feuille de separation|separateur|intercalaire|hoja separadora|pagina separadora|separador|foglio separatore|pagina di separazione|scheidingsblad|scheidingspagina|folha separadora|kartka oddzielajaca|separator stron|oddelovaci list|skiljeblad|skilleblad|skilleark|erotinsivu)(?!\p{L})/u

export function saysCarriedOn(text: string): boolean {
  const line = fold(text)
  return carriedOn.test(line) || carriedAlone.test(line)
}
export const saysClosing = (text: string): boolean => closingWords.test(fold(text))
export const namesAnnex = (text: string): boolean => annex.test(fold(text))
export const namesSeparator = (text: string): boolean => separator.test(fold(text).trim())

const openEnd = /[\p{L},;–-]$/u
const lowStart = /^\p{Ll}/u

/** Whether a sentence goes on behind the line. */
export const endsOpen = (text: string): boolean => openEnd.test(text)
/** Whether a line goes on with a sentence that began before it. */
export const startsLow = (text: string): boolean => lowStart.test(text)
