/**
 * Word lists of the rules about names. Words that are technical terms are missing from them: both ends of
 * a range or of a period (`from`, `to`, `since`, `until`), directions (`left`, `right`), a moment (`now`)
 * and the operators of a query builder (`and`, `or`, `not`).
 */

const split = (words: string) => words.trim().split(/\s+/)

const prepositions = split(`
  about above across after against along among around as at before behind below beneath beside
  besides between beyond by despite down during except for in inside into near of off on onto out
  outside over through throughout toward towards under underneath up upon with within
  without
`)

const pronouns = split(`
  it its they them their theirs he him his she her hers we us our ours you your yours my mine me
  this that these those who whom whose whoever what whatever which whichever someone somebody
  something anyone anybody anything everyone everybody everything nobody nothing none some any each
  every both either neither other others another such same many much more few fewer less enough
`)

const adverbs = split(`
  again ago ahead alike almost alone already also always anew apart aside away elsewhere else ever
  everywhere far here hence how however instead just maybe meanwhile nearly never nowhere often once
  only otherwise perhaps quite rather sometimes somewhere soon still then there therefore thus
  together too twice very when whenever where wherever why yet anywhere beforehand afterwards so
`)

const conjunctions = split(`but nor if because unless while whether though although than`)

const auxiliaries = split(`
  is are was were be been has had have does did may might must can could should would will
`)

/** Past forms that do not end in -ed. Those that are nouns as well (cut, set, read …) are left out. */
const irregularPastForms = split(`
  arisen ate awoken beaten become began begun bent bitten born borne bought broke broken brought
  built burnt came caught chose chosen clung crept dealt done drawn drew driven drove dug eaten
  fallen fed fell felt flown forbidden forgiven forgot forgotten fought found froze frozen gave given
  gone got gotten grew grown heard held hung kept knew known laid lain led lent lit lost made meant
  met mistaken overtaken overwritten paid proven ran redone rewritten ridden risen rose said sang sat
  saw seen sent shaken shone shook shown shrunk slept sold sought spent spoke spoken spun stolen
  stood stole struck stuck sung sunk swept sworn swum taken taught thought threw thrown told took
  torn undergone understood undone unknown unmade unseen unsent untaken untold unwritten went
  withdrawn withheld woke woken won wore worn woven writ written wrote
`)

export const functionWords: ReadonlySet<string> = new Set([
  ...prepositions,
  ...pronouns,
  ...adverbs,
  ...conjunctions,
  ...auxiliaries,
])

export const irregularParticiples: ReadonlySet<string> = new Set(irregularPastForms)

/** Nouns that only look like participles. */
const nounsInEdOrIng = split(`
  bed bleed breed creed deed embed exceed feed greed hundred need proceed red seed shed speed succeed weed
  beginning billing binding bring building ceiling chunking cling clipping cleaning clothing coding crossing damping drawing dressing
  earning embedding encoding ending engineering evening filing finding fling footing
  greeting grouping hashing heading hearing holding housing indexing king landing lettering lightning
  lining listing logging mailing mapping marketing masking meaning meeting morning numbering
  offering opening ordering padding parsing ping planning posting pricing printing processing
  programming ranking rating reading recording rendering ring rounding routing saving scaling scheduling
  serving setting shading sharing shipping sibling sing sizing sling sorting spacing spelling spring
  staging standing sting string styling swing thing timing tracing tracking trading training tuning
  typing versioning warning wing wording wrapping writing
`)

/**
 * Participles that are terms of the field: states of HTML and ARIA, results of parsing and sorting, the
 * expected value of a test, and `done`, which is a callback in Node and a flag of an iterator.
 */
const usualParticiples = split(`
  checked disabled done enabled embedded expanded collapsed expected fixed hidden loading nested parsed
  pending required selected shared signed sorted unsigned
`)

/** Words that are names in their own right although they look like participles. */
export const allowedWords: ReadonlySet<string> = new Set([...nounsInEdOrIng, ...usualParticiples])

/** Names of types that say nothing about what the type holds. */
export const emptyTypeWords: ReadonlySet<string> = new Set(
  split(`input inputs needs need options params args arguments parameters`),
)

export const boundWords: ReadonlySet<string> = new Set(
  split(`
    most least longest shortest fewest farthest furthest largest smallest biggest highest lowest
    greatest utmost
  `),
)
