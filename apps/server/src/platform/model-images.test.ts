import { expect, test } from 'vitest'
import { acceptsImages, countImageTokens } from './model-images.ts'

test.each([
  ['openai', 'gpt-4o-2024-08-06', 'yes'],
  ['openai', 'gpt-4.1-mini', 'yes'],
  ['openai', 'gpt-3.5-turbo', 'no'],
  ['openai', 'gpt-4', 'no'],
  ['openai', 'gpt-4-0613', 'no'],
  ['openai', 'o3-mini', 'no'],
  ['openai', 'o3', 'yes'],
  ['openrouter', 'anthropic/claude-sonnet-4', 'yes'],
  ['anthropic', 'claude-instant-1.2', 'no'],
  ['bedrock', 'us.anthropic.claude-3-5-sonnet-20241022-v2:0', 'yes'],
  ['bedrock', 'anthropic.claude-3-haiku-20240307-v1:0', 'yes'],
  ['bedrock', 'amazon.nova-micro-v1:0', 'no'],
  ['bedrock', 'amazon.nova-lite-v1:0', 'yes'],
  ['bedrock', 'amazon.titan-text-express-v1', 'no'],
  ['vertexai', 'gemini-2.5-flash', 'yes'],
  ['mistral', 'pixtral-large-latest', 'yes'],
  ['mistral', 'open-mistral-7b', 'no'],
  ['ollama', 'llama3.2-vision:11b', 'yes'],
  ['ollama', 'llama3.1:8b', 'no'],
  ['ollama', 'qwen2.5vl:7b', 'yes'],
  ['ollama', 'gemma3:4b', 'yes'],
  ['openaicompatible', 'our-own-model', 'unknown'],
] as const)('%s %s accepts images: %s', (service, model, expected) => {
  expect(acceptsImages({ service, model })).toBe(expected)
})

test('counts the tokens of an image as the makers document it, and says where they do not', () => {
  const page = { width: 1024, height: 1024 }
  // 765 tokens is the example of OpenAI, 1,600 that of Anthropic for its largest images.
  expect(countImageTokens({ service: 'openai', model: 'gpt-4o' }, page)).toBe(765)
  expect(countImageTokens({ service: 'openai', model: 'gpt-4.1-mini' }, page)).toBe(1659)
  expect(
    countImageTokens(
      { service: 'anthropic', model: 'claude-sonnet-4' },
      { width: 1092, height: 1092 },
    ),
  ).toBe(1590)
  expect(countImageTokens({ service: 'gemini', model: 'gemini-2.0-flash' }, page)).toBe(1032)
  expect(countImageTokens({ service: 'ollama', model: 'llava:7b' }, page)).toBeUndefined()
  expect(countImageTokens({ service: 'openaicompatible', model: 'mine' }, page)).toBeUndefined()
})
