import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'

async function ask(text: string, prompt: string) {
  const [answer] = await answerWithoutModel(monospacedDocument(text), [
    { key: 'value', prompt, type: 'text' },
  ])
  return answer?.value
}

const german = `
 Stadtwerke Mooringen GmbH
 Hafenstraße 12, 26789 Leer

 Herrn
 Onno Feddersen
 Deichweg 4
 26721 Emden
                                              Leer, den 4. März 2026

 Austausch Ihres Wasserzählers im April

 Sehr geehrter Herr Feddersen,

 wir tauschen Ihren Zähler am 14. April 2026 zwischen 8 und 10 Uhr aus.

 Mit freundlichen Grüßen

 Stadtwerke Mooringen GmbH
 Wiebke Janssen
 Kundenservice
`

const english = `
 Marlpit Housing Trust
 2 Station Road, York YO1 6AB

 Ms Ada Okonjo
 7 Elm Court
 York YO24 1AA

 Dear Ms Okonjo

 Repairs to the roof of Elm Court

 We shall repair the roof between 4 May 2026 and 20 May 2026. You need not be at home.

 Yours sincerely

 Mr Peter Halloway
 Head of Repairs
`

describe('a letter', () => {
  test.each([
    [german, 'Who signed the letter?', 'Wiebke Janssen'],
    [german, 'Wer hat unterschrieben?', 'Wiebke Janssen'],
    [english, 'Who signed the letter?', 'Peter Halloway'],
    [german, 'Subject of the letter', 'Austausch Ihres Wasserzählers im April'],
    [german, 'Betreff', 'Austausch Ihres Wasserzählers im April'],
    [english, 'Subject', 'Repairs to the roof of Elm Court'],
    [german, 'Who is the letter addressed to?', 'Onno Feddersen'],
    [english, 'Recipient of the letter', 'Ms Ada Okonjo'],
  ])('is read by its parts %#', async (text, prompt, value) => {
    expect(await ask(text, prompt)).toBe(value)
  })

  test('has no signatory without closing words, and no subject without its line', async () => {
    const body = english
      .replace(' Yours sincerely\n', '')
      .replace(' Repairs to the roof of Elm Court\n', '')

    expect(await ask(body, 'Who signed the letter?')).toBeNull()
    expect(await ask(body, 'Subject of the letter')).toBeNull()
  })

  test('is not signed by a company alone', async () => {
    const text = german.replace(' Wiebke Janssen\n Kundenservice\n', '')

    expect(await ask(text, 'Who signed the letter?')).toBeNull()
  })
})

describe('the parties of a contract', () => {
  const contract = `
 SERVICE AGREEMENT

 This agreement is made between Tamarind Facility Care Ltd, a company registered in
 England and Wales under number 0812 and having its office at 4 Dock Road, Hull
 (hereinafter the "Contractor"), and The Ferriby Trust, a charity whose office is at
 9 Mill Lane, Beverley (the "Client"). It replaces all earlier agreements of the parties.
`
  const lease = `
 Mietvertrag

 Zwischen Frau Hedwig Amrum, Kirchweg 3, 24937 Flensburg, vertreten durch die Hausverwaltung
 Nord GbR (Vermieterin), und Herrn Jonas Petersen, geb. am 4. Mai 1990 (Mieter), wird folgender
 Vertrag geschlossen.
`
  const employment = `
 ARBEIDSOVEREENKOMST

 1.   Van Rijssel Tuinen B.V., gevestigd aan de Dijk 4 te Hoorn, hierna "werkgever",
      vertegenwoordigd door de heer P. van Rijssel;
 2.   mevrouw Elin Postma, geboren op 4 juni 1997 te Leeuwarden, hierna "werknemer";
`
  test.each([
    [contract, 'Who is the client?', 'The Ferriby Trust'],
    [contract, 'Who is the contractor?', 'Tamarind Facility Care Ltd'],
    [lease, 'Wer ist die Vermieterin?', 'Hedwig Amrum'],
    [lease, 'Who is the landlord?', 'Hedwig Amrum'],
    [lease, 'Name des Mieters', 'Jonas Petersen'],
    [employment, 'Naam van de werknemer', 'Elin Postma'],
    [employment, 'Naam van de werkgever', 'Van Rijssel Tuinen B.V.'],
  ])('are named before their roles %#', async (text, prompt, name) => {
    expect(await ask(text, prompt)).toBe(name)
  })

  test.each([
    [contract, 'Who is the landlord?'],
    [lease, 'Who is the guarantor?'],
    [employment, 'Wie is de verhuurder?'],
  ])('do not include others %#', async (text, prompt) => {
    expect(await ask(text, prompt)).toBeNull()
  })
})
