/**
 * Words that questions are made of, in English, German, French, Spanish, Italian, Portuguese and Dutch,
 * without accents. They do not say what is searched for, but would count much where they are rare
 * in a document.
 */
export const stopWords: ReadonlySet<string> = new Set(
  [
    'a an and are as at be by can did do does for from had has have how in into is it its long many much',
    'name named of on or say said says so tell than that the their there these this those to was were',
    'what when where which who whom whose why will with would you',
    'das dem den der des die ein eine einem einen einer es fur hoch im ist lang lange lautet mit oder sind und von wann',
    'war was welche welchem welchen welcher welches wer wie wieviel wo zu zum zur',
    'au aux avec ce cette combien comment dans de du en est et la le les ou par pour quand que quel quelle',
    'quelles quels qui sont sur un une',
    'como con cual cuales cuando cuanto cuantos del donde el es esta fue los las o para por que quien se su',
    'sus una unos y',
    'che chi come con cosa da dal della di dove e gli i il lo per quale quali quando quanto sono uno',
    'de het een van op in bij met voor of dat die deze dit is zijn was welk welke wat wie waar wanneer hoe hoeveel',
    'ao com da das do dos e em foi na no nos o os ou qual quais quando quanto quem ser uma',
  ].flatMap((line) => line.split(' ')),
)
