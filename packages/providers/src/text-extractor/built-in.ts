import { ReadError } from '@recto/document-text/read-error'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { builtInReaderId } from '../kit/built-in-ids.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { choice, text } from '../kit/fields.ts'

const modes = {
  auto: 'Automatic',
  native_text: 'Text in the file only',
  low_cost: 'OCR (low cost)',
  high_quality: 'OCR (high quality)',
  form: 'OCR for forms',
}

/** A PNG of 200 by 100 white pixels. */
const blankPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAMgAAABkAQMAAAD5SO1IAAAAA1BMVEX///+nxBvIAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAGUlEQVRIx+3BgQAAAADDoPlTH+AKVQEAwBsKKAABSvrqYAAAAABJRU5ErkJggg==',
  'base64',
)
const language = '[a-z]{3}(_[a-z]+)?'
const languages = new RegExp(`^${language}(\\+${language})*$`)

export const builtInReader = defineProvider({
  id: builtInReaderId,
  kind: 'text-extractor',
  name: 'Built-in reader',
  description:
    'Reads PDF files, images, office documents, emails and text files, including the position of every word. Works offline.',
  icon: '/api/v1/static/icons/adapter-icons/built-in-reader.svg',

  // Old adapters have neither setting.
  settings: defineSettings({
    title: 'Built-in reader',
    description: 'Documents are read on this machine and never leave it.',
    fields: {
      mode: choice(
        {
          title: 'Mode',
          description:
            '“Automatic” reads the text in the file and uses OCR for pages that are images. “OCR (low cost)” is faster, and “OCR for forms” also finds check boxes in the pictures of digital pages.',
        },
        modes,
      ).default('auto'),
      language: text({
        title: 'Language',
        description:
          'The language of text in images, as a three-letter ISO 639-2 code such as eng. Join several codes with +.',
      })
        .refine((codes) => languages.test(codes), 'must be a three-letter code such as eng')
        .default('eng'),
    },
  }),

  open: ({ mode, language }, { reader }) => ({
    isFree: true,
    findsHidden: true,
    read: (bytes, options) => reader.read(bytes, { ...options, mode, language }),
    readStored: (bytes, options) => reader.readStored(bytes, { ...options, mode, language }),
    // Only the small engine needs the language.
    async testLanguage() {
      if (mode === 'low_cost') await reader.read(blankPicture, { mode, language })
    },
  }),
  check: (extractor) => extractor.testLanguage().catch(refuseLanguage),
})

function refuseLanguage(error: unknown): never {
  if (!(error instanceof ReadError && error.code === 'language-missing')) throw error
  throw new ProviderError({ code: 'settings-invalid', message: error.message })
}
