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

/** Most models of this purpose say so in their name, the others by what they are made of. */
const embeds = /embed|minilm|\bbge|\be5\b/i

/** The models that were pulled into the Ollama of this machine, for one purpose. */
export async function localOllama(
  { fetch }: ProviderNetwork,
  isEmbedding: boolean,
  settingsOf: (model: string, base_url: string) => LocalProposal['settings'],
): Promise<readonly LocalProposal[]> {
  const found = await askLocally(fetch, { port, path: '/api/tags' }, Tags)
  return (found?.models ?? [])
    .filter(
      ({ name, details }) => (embeds.test(name) || details?.family === 'bert') === isEmbedding,
    )
    .map(({ name }) => ({
      name: `Ollama ${name}`,
      model: name,
      settings: settingsOf(name, `http://localhost:${port}`),
    }))
}
