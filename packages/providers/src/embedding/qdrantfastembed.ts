import { defineRetired } from '../kit/define-retired.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { text } from '../kit/fields.ts'

export const qdrantFastEmbed = defineRetired({
  id: 'qdrantfastembed|31e83eee-a416-4c07-9c9c-02392d5bcf7f',
  kind: 'embedding',
  name: 'QdrantFastEmbedM',
  description: 'Small embedding models that were downloaded to the server and ran there.',
  icon: '/icons/adapter-icons/qdrant.png',
  reason: 'This installation does not download models. Use the built-in MiniLM or Ollama instead.',
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
