/** Two halves that share neither layouts nor fonts nor words: nobody looks at the held-out one while working. */
export type FormHalf = 'open' | 'held-out'

/** `square` is drawn as lines, `glyph` is a sign of a font, `letter` an X in a drawn box, `round` a radio button. */
export const boxKinds = ['square', 'glyph', 'letter', 'round', 'field'] as const
export type BoxKind = (typeof boxKinds)[number]

export type FormLayout = 'list' | 'row' | 'labels-first' | 'table' | 'beside'

export const layouts: Readonly<Record<FormHalf, readonly FormLayout[]>> = {
  open: ['list', 'row', 'labels-first'],
  'held-out': ['table', 'beside', 'labels-first'],
}

export type Vocabulary = {
  readonly title: string
  readonly questions: readonly string[]
  readonly options: readonly string[]
}

export const vocabularies: Readonly<Record<FormHalf, readonly Vocabulary[]>> = {
  open: [
    {
      title: 'Application for membership',
      questions: [
        'Kind of membership',
        'Preferred contact',
        'Payment',
        'Do you smoke',
        'Residence',
      ],
      options: [
        'Yes',
        'No',
        'Other',
        'Unknown',
        'Daily',
        'Quarterly',
        'On request',
        'Does not apply',
        'Owner',
        'I agree',
        'Vegetarian',
        'Email',
      ],
    },
    {
      title: 'Antrag auf Leistungen',
      questions: ['Familienstand', 'Versicherung', 'Zahlungsweise', 'Anrede'],
      options: [
        'ledig',
        'verheiratet',
        'Ja',
        'Nein',
        'Oft',
        'Privat',
        'Gesetzlich',
        'Quartal',
        'Ohne Angabe',
        'divers',
        'Bar',
        'Lastschrift',
      ],
    },
  ],
  'held-out': [
    {
      title: 'Customs declaration',
      questions: ['Category of item', 'If undeliverable', 'Transport', 'Insured'],
      options: [
        'Gift',
        'Documents',
        'Commercial sample',
        'Returned goods',
        'Queries',
        'Other goods',
        'Land',
        'Air mail',
        'Vessel',
        'Cold chain',
        'Yes',
        'No',
      ],
    },
    {
      title: 'Demande de logement',
      questions: ['Situation', 'Type de bail', 'Chauffage', 'Garage'],
      options: [
        'Oui',
        'Non',
        'Locataire',
        'Ouvrier',
        'Gaz',
        'Domicile fixe',
        'Veuf',
        'Charges comprises',
        'Doublon',
        'Individuel',
        'Collectif',
        'Quinzaine',
      ],
    },
  ],
}
