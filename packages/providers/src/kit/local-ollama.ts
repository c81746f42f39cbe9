import type { LocalProposal, ProviderNetwork } from '@recto/provider-spec/provider'
import { z } from 'zod'
import { askLocally } from './ask-locally.ts'

const port = 11_434

const Tags = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      details: z.looseObject({ family: z.string() }).partial().nullish(),
    }),
  ),
})

/** Names of embedding models; the others are recognised by their family. */
const embeddingName = /embed|minilm|\bbge|\be5\b/i

/** Returns the models of one kind that the local Ollama has pulled. */
export async function localOllama(
  { fetch }: ProviderNetwork,
  isEmbedding: boolean,
  settingsOf: (model: string, base_url: string) => LocalProposal['settings'],
): Promise<readonly LocalProposal[]> {
  const reply = await askLocally(fetch, { port, path: '/api/tags' }, Tags)
  return (reply?.models ?? [])
    .filter(
      ({ name, details }) =>
        (embeddingName.test(name) || details?.family === 'bert') === isEmbedding,
    )
    .map(({ name }) => ({
      name: `Ollama ${name}`,
      model: name,
      settings: settingsOf(name, `http://localhost:${port}`),
    }))
}
