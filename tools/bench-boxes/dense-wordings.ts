import type { FormHalf, Vocabulary } from './wordings.ts'

/** `columns` are lists side by side, `tight` lines nearly touch, `ruled` has a column of boxes, `trailing` has them behind labels. */
export type DenseLayout =
  | 'columns'
  | 'tight'
  | 'ruled'
  | 'trailing'
  | 'sentence'
  | 'three-columns'
  | 'indented'
  | 'grid'
  | 'trailing-list'

export const denseLayouts: Readonly<Record<FormHalf, readonly DenseLayout[]>> = {
  open: ['columns', 'tight', 'ruled', 'trailing', 'sentence'],
  'held-out': ['three-columns', 'indented', 'grid', 'trailing-list', 'tight'],
}

export const denseVocabularies: Readonly<Record<FormHalf, readonly Vocabulary[]>> = {
  open: [
    {
      title: 'Patient history',
      questions: ['Allergies', 'Have you had', 'Insurance', 'Reason for the visit'],
      options: [
        'Asthma',
        'Diabetes type 2',
        'Heart disease',
        'Latex',
        'Injury at work',
        'Under 18',
        'Online',
        'Once a week',
        'Ibuprofen',
        'No known allergy',
        'Quit in 2019',
        'Child',
      ],
    },
    {
      title: 'Schadenmeldung',
      questions: ['Art des Schadens', 'Gemeldet durch', 'Fahrzeug', 'Zeugen'],
      options: [
        'Diebstahl',
        'Glasbruch',
        'Unfall',
        'Leitungswasser',
        'ohne Zeugen',
        'Polizei',
        'Versicherter',
        'Kfz',
        'Inhaber',
        'übrige',
        'Öl',
        'Haftpflicht',
      ],
    },
  ],
  'held-out': [
    {
      title: 'Delivery checklist',
      questions: ['Condition', 'Checked by', 'Package', 'Follow up'],
      options: [
        'Damaged in transit',
        'Seal intact',
        'Opened',
        'Driver',
        'Quality control',
        'Cooled to 4 C',
        'Incomplete',
        'Left at door',
        'Urgent',
        'Ready',
        'Void',
        'B-stock',
      ],
    },
    {
      title: 'Scheda di iscrizione',
      questions: ['Stato civile', 'Corso', 'Pagamento', 'Lingua'],
      options: [
        'Celibe',
        'Coniugato',
        'Bonifico',
        'Contanti',
        'Inglese',
        'Livello base',
        'Ogni giorno',
        'Dopo le ore 18',
        'Quota ridotta',
        'Esente',
        'Italiano',
        'Uso privato',
      ],
    },
  ],
}

const dejavu = '/usr/share/fonts/truetype/dejavu/'
const liberation = new URL('../../node_modules/pdfjs-dist/standard_fonts/', import.meta.url)
const liberationFont = (name: string) => new URL(`LiberationSans-${name}.ttf`, liberation).pathname

/** Fonts of the machine are used where they exist. */
export const denseFonts: Readonly<Record<FormHalf, readonly string[]>> = {
  open: [
    `${dejavu}DejaVuSerif.ttf`,
    liberationFont('Italic'),
    'Times-Bold',
    'Courier-Bold',
    'Helvetica',
  ],
  'held-out': [
    `${dejavu}DejaVuSansCondensed.ttf`,
    `${dejavu}DejaVuSansMono.ttf`,
    liberationFont('Regular'),
    'Times-Roman',
    liberationFont('Bold'),
  ],
}
