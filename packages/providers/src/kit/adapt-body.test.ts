import { expect, test } from 'vitest'
import { changeBody, findAdaptation } from './adapt-body.ts'

const chat = {
  model: 'm',
  messages: [{ role: 'user', content: 'Hello' }],
  max_tokens: 4096,
  temperature: 0,
  reasoning_effort: 'medium',
  service_tier: 'standard',
  response_format: { type: 'json_schema' },
  stream_options: { include_usage: true },
}
const google = {
  contents: [],
  generationConfig: {
    temperature: 0,
    maxOutputTokens: 8192,
    thinkingConfig: { thinkingBudget: 1024 },
  },
}
const ollama = {
  model: 'm',
  messages: [],
  think: false,
  options: { temperature: 0, num_ctx: 4096 },
}

test.each([
  [
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    chat,
    'max_tokens',
    { kind: 'rename', to: 'max_completion_tokens' },
  ],
  [
    'max_tokens has been deprecated in favor of `max_completion_tokens`',
    chat,
    'max_tokens',
    { kind: 'rename', to: 'max_completion_tokens' },
  ],
  [
    'Unrecognized request argument supplied: max_tokens. Did you mean max_output_tokens?',
    chat,
    'max_tokens',
    { kind: 'rename', to: 'max_output_tokens' },
  ],
  [
    "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
    chat,
    'temperature',
    { kind: 'omit' },
  ],
  ['invalid temperature: only 1 is allowed for this model', chat, 'temperature', { kind: 'omit' }],
  ['temperature: Extra inputs are not permitted', chat, 'temperature', { kind: 'omit' }],
  ['This model does not support reasoning.', chat, 'reasoning_effort', { kind: 'omit' }],
  ['Unknown name "serviceTier": Cannot find field.', chat, 'service_tier', { kind: 'omit' }],
  [
    'The field stream_options is only known to newer servers',
    chat,
    'stream_options',
    { kind: 'omit' },
  ],
  [
    'max_tokens: 4096 > 2048, which is the maximum allowed number of output tokens',
    chat,
    'max_tokens',
    { kind: 'limit', max: 2048 },
  ],
  [
    'max tokens must be less than or equal to 1,024',
    chat,
    'max_tokens',
    { kind: 'limit', max: 1024 },
  ],
  [
    'Invalid value at generation_config.max_output_tokens: the supported range is from 1 (inclusive) to 4097 (exclusive).',
    google,
    'generationConfig.maxOutputTokens',
    { kind: 'limit', max: 4097 },
  ],
  [
    'Thinking budget is not supported by this model',
    google,
    'generationConfig.thinkingConfig.thinkingBudget',
    { kind: 'omit' },
  ],
  ['"tiny" does not support thinking', ollama, 'think', { kind: 'omit' }],
  ["invalid option provided: 'num_ctx'", ollama, 'options.num_ctx', { kind: 'omit' }],
])('%s', (refusal, body, path, change) => {
  expect(findAdaptation(body, refusal)).toEqual({ path, change })
})

test.each([
  'This model reads at most 8 tokens.',
  'The messages are too long.',
  'Invalid API key',
  'The model `m` does not exist',
  "'response_format' of type 'json_schema' is not supported",
])('%s names no field that could be changed', (refusal) => {
  expect(findAdaptation(chat, refusal)).toBeUndefined()
})

test.each([
  "This model's maximum context length is 8192 tokens. However, you requested 9096 tokens (5000 in the messages, 4096 in the completion).",
  "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 8192 tokens and your request has 5000 input tokens.",
])('a reply that does not fit behind its prompt is bounded for this request: %s', (refusal) => {
  expect(findAdaptation(chat, refusal)).toEqual({
    path: 'max_tokens',
    change: { kind: 'limit', max: 3192 },
    isOnce: true,
  })
})

test('a change leaves everything else as it is, and the body itself when there is nothing to change', () => {
  expect(changeBody(chat, 'max_tokens', { kind: 'rename', to: 'n' })).toEqual({
    ...Object.fromEntries(Object.entries(chat).filter(([key]) => key !== 'max_tokens')),
    n: 4096,
  })
  expect(changeBody(google, 'generationConfig.temperature', { kind: 'omit' })).toEqual({
    contents: [],
    generationConfig: { maxOutputTokens: 8192, thinkingConfig: { thinkingBudget: 1024 } },
  })
  expect(changeBody(chat, 'seed', { kind: 'omit' })).toBe(chat)
  expect(changeBody(chat, 'max_tokens', { kind: 'limit', max: 5000 })).toBe(chat)
})
