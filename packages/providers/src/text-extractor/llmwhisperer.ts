import { defineProvider } from '../kit/define-provider.ts'
import { type Pace, readByService } from '../kit/whisper/read-by-service.ts'
import { whisperSettings } from '../kit/whisper/whisper-settings.ts'

const name = 'LLMWhisperer V2'

const usualPace: Pace = {
  retries: 3,
  firstWaitSeconds: 1,
  callSeconds: 120,
  totalSeconds: 900,
  firstPollSeconds: 0.25,
  maxPollSeconds: 5,
}

export const llmWhisperer = defineProvider({
  id: 'llmwhisperer|a5e6b8af-3e1f-4a80-b006-d017e8e67f93',
  kind: 'text-extractor',
  name,
  description:
    'A text extraction service that preserves page layouts. You can also use your own server.',
  icon: '/icons/adapter-icons/LLMWhispererV2.png',
  settings: whisperSettings,

  open: (settings, context) => readByService({ name, settings, context, pace: usualPace }),
  check: (service) => service.testConnection(),
})
