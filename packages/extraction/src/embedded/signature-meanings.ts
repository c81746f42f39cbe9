import type { MeaningDefinition } from './meaning.ts'

/**
 * Meanings of digital signatures, which a question must name: the name printed under a contract may
 * differ from the name in the certificate.
 */
export const signatureMeanings: readonly MeaningDefinition[] = [
  {
    terms: ['signature:valid'],
    kind: 'boolean',
    phrases:
      'valid digital signature|digital signature valid|valid electronic signature|electronic signature valid|digitally signed|electronically signed|validly signed|signature valid|valid signature',
  },
  {
    terms: ['signature:state'],
    kind: 'text',
    phrases:
      'digital signature state|digital signature status|electronic signature status|signature status|signature state|signature validity',
  },
  {
    terms: ['signature:signer'],
    kind: 'text',
    phrases:
      'digital signer|electronic signer|digital signature signer|digital signature name|digitally signed|electronically signed|certificate holder',
  },
  {
    terms: ['signature:issuer'],
    kind: 'text',
    phrases: 'certificate issuer|digital signature issuer|certificate authority',
  },
  {
    terms: ['signature:date'],
    kind: 'date',
    phrases:
      'digital signature date|date digital signature|digital signing date|electronic signature date|date electronic signature',
  },
]
