/**
 * Small words without their accents, which an engine of another language may have dropped. None is a usual word of two of
 * these languages unless it stands with both.
 */
const smallWords: Readonly<Record<string, string>> = {
  eng: 'the of and to in is for on with that this by from are you your be as at or not it have will if our please any was which',
  deu: 'der die das und ist den dem des mit fur auf von zu ein eine einer nicht im bei zum zur sie wir oder auch bitte sind wird uber unter ihre ihr nach durch',
  fra: 'le la les de des du et est un une dans pour par sur avec au aux ce cette vous nous votre notre ne pas que qui ou sont etre plus leur',
  spa: 'el la los las de del y en un una por para con se que su sus al lo como es no son este esta mas entre desde sobre nuestro',
  ita: 'il lo la gli le di del della dei delle e un una per con che si al alla nel nella non sono da dal questo piu anche essere ha',
  por: 'o os as de do da dos das e em no na um uma para com por que se ao nao mais seu sua foi pela pelo este esta como sao',
  nld: 'de het een en van in is op te dat voor met zijn niet aan er om ook als bij uit door naar wordt worden of deze dit uw wij onze',
  pol: 'i w z na do nie sie jest oraz za od o dla po przez przy jako ze tym przed ktory sa lub zostal jego wedlug',
  ces: 'a v na se je z s do to pro ze o za po od jako jeho nebo podle pri jsou byl ktery ktera bude tak ale',
  swe: 'och i att det som en pa ar av for med till den har de inte om ett vid fran ska eller kan var vi du din era samt',
  dan: 'og i at det som en pa er af for med til den har de ikke om et ved fra skal eller kan var vi du din der samt blev efter',
}

/** Words of forms, invoices and receipts, which have hardly any small words, without their accents. */
const formWords: Readonly<Record<string, string>> = {
  eng: 'invoice date number total subtotal amount tax quantity price description item customer address order delivery payment due balance account page phone name receipt cash change discount unit gross thank sales statement service limited street',
  deu: 'rechnung datum betrag menge preis einzelpreis gesamt bezeichnung mwst ust netto brutto summe gutschrift lieferschein lieferung bestellung kunde kunden nummer seite strasse gmbh konto zahlung steuer stuck artikel versand angebot auftrag bankverbindung telefon anschrift zahlbar firma herr frau januar februar dezember gebuhr hausnummer vertrag vorname nachname geburtsdatum unterschrift ort',
  fra: 'facture date montant quantite prix designation tva total client adresse commande livraison paiement echeance numero reference ht ttc remise solde compte page telephone rue societe siret reglement unitaire nom prenom janvier fevrier decembre merci ticket',
  spa: 'factura fecha importe cantidad precio descripcion iva total cliente direccion pedido entrega pago vencimiento numero referencia descuento saldo cuenta banco pagina telefono calle cif nif imponible unidad unitario nombre apellidos enero febrero diciembre gracias ticket',
  ita: 'fattura data importo quantita prezzo descrizione iva totale cliente indirizzo ordine consegna pagamento scadenza numero riferimento sconto saldo conto banca pagina telefono via partita codice fiscale imponibile unitario spett srl nome cognome gennaio febbraio dicembre grazie',
  por: 'fatura data valor quantidade preco descricao iva total cliente endereco encomenda entrega pagamento vencimento numero referencia desconto saldo conta banco pagina telefone rua nif contribuinte unitario morada nome janeiro fevereiro dezembro obrigado recibo',
  nld: 'factuur datum bedrag aantal prijs omschrijving btw totaal klant adres bestelling levering betaling nummer referentie korting saldo rekening bank pagina telefoon straat kvk subtotaal stuks artikel naam januari februari december bedankt bon',
  pol: 'faktura data kwota ilosc cena opis vat razem klient adres zamowienie dostawa platnosc termin numer nazwa rabat saldo konto bank strona telefon ulica nip sprzedawca nabywca wartosc netto brutto jednostkowa szt suma imie nazwisko paragon',
  ces: 'faktura datum castka mnozstvi cena popis dph celkem zakaznik adresa objednavka dodani platba splatnost cislo nazev sleva zustatek ucet banka strana telefon ulice ico dic dodavatel odberatel jednotkova uhrade jmeno prijmeni',
  swe: 'faktura datum belopp antal pris beskrivning moms summa kund adress bestallning leverans betalning nummer referens rabatt saldo konto bank sida telefon gata artikel betala exkl inkl benamning namn januari februari december tack kvitto',
  dan: 'faktura dato belob antal pris beskrivelse moms kunde adresse ordre levering betaling nummer reference rabat saldo konto bank side telefon vej vare cvr stk subtotal navn januar februar december tak bon',
}
const languagesByWord = invert(smallWords, formWords)
/** Languages that write a compound as one word, whose last part says what it is. */
const compoundLanguages = ['deu', 'nld', 'swe', 'dan']
const compoundEnds = invert(
  Object.fromEntries(compoundLanguages.map((language) => [language, formWords[language]!])),
)
/** How words of one of these languages end and hardly any of another: labels of forms are often nothing but nouns. */
const wordEnds = invert({
  deu: 'zung ttung ltung nung rung lung ungen keit keiten heit heiten schaft lich liche licher liches lichen isch ische ischer strasse weise',
  fra: 'aire aires euse euses',
  spa: 'cion ciones miento mientos',
  ita: 'zione zioni mento menti',
  por: 'cao coes dade dades mento mentos',
  nld: 'heid heden lijk lijke schap',
  pol: 'enie osc osci owy owych',
  ces: 'osti ovy ovych',
  swe: 'ningar ningen heter else',
  dan: 'ninger ningen heder else',
})
/** Letters. */
const minStem = 3
const maxEnd = 7
const minCompound = { first: 3, last: 5 }
/** The letter ß as an engine that does not know it writes it: a capital within a word. */
const mistakenEszett = /\p{Ll}B(?:\p{Ll}|(?!\p{L}))/gu
/** It counts as so many words. */
const eszettWeight = 2

/** A page of fewer of these words than this says nothing. */
const minWords = 4
/** On a page of prose about a third of all words are function words; a form has far fewer. */
const minShare = 0.06
/** How many times as many as those of the next likely language. */
const minLead = 1.3

/**
 * The language that a text is written in, as Tesseract calls it, by its small words and those of forms; nothing where they leave it
 * open. Accents and case do not count. Knows the eleven languages whose weights come with the product.
 */
export function guessLanguage(text: string): string | undefined {
  const words = plainWords(text)
  const counts = countLanguages(words)
  const eszetts = text.match(mistakenEszett)?.length ?? 0
  if (eszetts > 0) counts.set('deu', (counts.get('deu') ?? 0) + eszetts * eszettWeight)
  const [best, next] = [...counts].toSorted((a, b) => b[1] - a[1])
  if (!best || best[1] < minWords || best[1] < minShare * words.length) return undefined
  return best[1] >= minLead * (next?.[1] ?? 0) ? best[0] : undefined
}

function countLanguages(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words)
    for (const language of languagesOf(word)) counts.set(language, (counts.get(language) ?? 0) + 1)
  return counts
}

function languagesOf(word: string): readonly string[] {
  const languages = languagesByWord.get(word)
  if (languages) return languages
  for (let start = minCompound.first; start <= word.length - minCompound.last; start++) {
    const endLanguages = compoundEnds.get(word.slice(start))
    if (endLanguages) return endLanguages
  }
  for (let start = Math.max(minStem, word.length - maxEnd); start < word.length; start++) {
    const endLanguages = wordEnds.get(word.slice(start))
    if (endLanguages) return endLanguages
  }
  return []
}

const plainLetters: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', ß: 'ss', æ: 'ae' }

function plainWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[łøßæ]/g, (letter) => plainLetters[letter]!).match(/\p{L}+/gu) ?? []
}

/** The languages of each word. */
function invert(
  ...lists: readonly Readonly<Record<string, string>>[]
): ReadonlyMap<string, readonly string[]> {
  const languages = new Map<string, string[]>()
  for (const [language, list] of lists.flatMap((words) => Object.entries(words)))
    for (const word of new Set(list.split(' ')))
      languages.set(word, [...new Set([...(languages.get(word) ?? []), language])])
  return languages
}
