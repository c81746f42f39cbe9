import { defineRetired } from '../kit/define-retired.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { text } from '../kit/fields.ts'

export const qdrantFastEmbed = defineRetired({
  id: 'qdrantfastembed|31e83eee-a416-4c07-9c9c-02392d5bcf7f',
  kind: 'embedding',
  name: 'QdrantFastEmbedM',
  description: 'Small embedding models that a server downloaded and ran by itself.',
  icon: '/icons/adapter-icons/qdrant.png',
  reason: 'Models are not downloaded here. Choose the built-in MiniLM or Ollama.',
  settings: defineSettings({
    title: 'Qdrant FastEmbed Embedding',
    alsoRequired: ['model_name'],
    fields: {
      model_name: text({ title: 'Model', description: 'The name of a model.' }).default(
        'BAAI/bge-small-en-v1.5',
      ),
    },
  }),
})
