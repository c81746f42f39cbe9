import { omitUndefined } from '@recto/omit-undefined'

/** The number that a page has in its document, and how many pages that has, as the page itself says. */
export type PageLabel = { readonly page: number; readonly total?: number }

const maxWords = 6
const maxPages = 2000

/** Words for a page, and those between its number and the number of all pages. */
const pageWord =
  'page|pages|pg|p|seite|blatt|pagina|página|pág|pag|sida|side|sivu|bladzijde|strona|strana|str|oldal|sayfa|stran|страница|стр|halaman|trang|hal'
const wordsBetween = 'of|von|de|di|sur|van|av|af|z|ze|iz|из|a|\\/'
const namedLabel = new RegExp(
  `(?<![\\p{L}\\d])(?:${pageWord})\\.?:? ?(\\d{1,4})(?: ?(?:${wordsBetween}) ?(\\d{1,4}))?(?![\\d.,])`,
  'iu',
)
const chinese = /第 ?(\d{1,4}) ?[页頁](?:[,， /]{0,3}[共全] ?(\d{1,4}) ?[页頁])?/u
const ofAll = new RegExp(`^(\\d{1,4}) (?:${wordsBetween}) (\\d{1,4})$`, 'iu')
const slashedLabel = /^(\d{1,4}) ?\/ ?(\d{1,4})$/
const bare = /^[-–—]? ?(\d{1,4}) ?[-–—]?$/

/** Reads the label in a line of the page; a number alone is one at the page's upper or lower edge. */
export function findPageLabel(line: string, isAtEdge: boolean): PageLabel | undefined {
  const match = namedLabel.exec(line) ?? chinese.exec(line) ?? matchShort(line, isAtEdge)
  return match ? toLabel(Number(match[1]), match[2]) : undefined
}

function matchShort(line: string, isAtEdge: boolean): RegExpExecArray | null {
  if (line.split(' ', maxWords + 1).length > maxWords) return null
  const match = ofAll.exec(line)
  return match || !isAtEdge ? match : (slashedLabel.exec(line) ?? bare.exec(line))
}

function toLabel(page: number, all: string | undefined): PageLabel | undefined {
  const total = all === undefined ? undefined : Number(all)
  const last = total ?? page
  if (page < 1 || page > last || last > maxPages) return undefined
  return { page, ...omitUndefined({ total }) }
}
