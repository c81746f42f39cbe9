import { defineRetired } from '../kit/define-retired.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { choiceOfFlag, text, wholeNumber } from '../kit/fields.ts'

export const huggingFaceEmbedding = defineRetired({
  id: 'huggingface|90ec9ec2-1768-4d69-8fb1-c88b95de5e5a',
  kind: 'embedding',
  name: 'HuggingFace',
  description: 'Embedding models that were downloaded to the server and ran there.',
  icon: '/icons/adapter-icons/huggingface.png',
  reason:
    'This installation does not download models. Use the built-in MiniLM, Ollama, or your own server with OpenAI Compatible instead.',
  settings: defineSettings({
    title: 'Hugging Face Embedding',
    alsoRequired: ['model_name'],
    fields: {
      model_name: text({ title: 'Model Name', description: 'The name of a model.' }).default(
        'BAAI/bge-small-en-v1.5',
      ),
      tokenizer_name: text({
        title: 'Tokenizer Name',
        prefill: '',
        description: 'The name of a tokenizer.',
      }).optional(),
      max_length: wholeNumber({
        title: 'Max Length',
        description: 'The maximum length of a text, in tokens.',
      }).optional(),
      normalize: choiceOfFlag({
        title: 'Normalize',
        description: 'Whether to scale vectors to length 1.',
      }),
      embed_batch_size: wholeNumber({
        title: 'Embed Batch Size',
        description: 'How many texts to send in one call.',
      }).optional(),
    },
  }),
})
