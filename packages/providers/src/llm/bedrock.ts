import { omitUndefined } from '@recto/omit-undefined'
import type { ImageOfPage, LlmReply, LlmRequest, LlmUsage } from '@recto/provider-spec/llm'
import { z } from 'zod'
import { sendAdapted } from '../kit/ask-adapted.ts'
import { askWithSchema, assertNonEmptyReply, minLimit } from '../kit/ask-with-schema.ts'
import {
  assertHasCredentials,
  bedrockAuthType,
  bedrockRegion,
  postToBedrock,
  whenAccessKeys,
  whenBearerToken,
} from '../kit/bedrock-api.ts'
import { checkLlm } from '../kit/check-model.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import {
  flag,
  maxRetries,
  maxTokens,
  text,
  thinkingBudget,
  timeout,
  unread,
  word,
} from '../kit/fields.ts'
import { imageLimits } from '../kit/image-limits.ts'

const form = defineSettings({
  title: 'Bedrock LLM',
  fields: {
    model: text({
      title: 'Model',
      prefill: 'amazon.titan-text-express-v1',
      description: 'The ID of a model or an inference profile.',
    }),
    region_name: bedrockRegion,
    max_tokens: maxTokens(512).optional(),
    max_retries: maxRetries(5),
    timeout: timeout(900),
    enable_thinking: flag({
      title: 'Enable Extended Thinking',
      description: 'Lets the model think before it answers. Only for models that support thinking.',
    }),
    model_id: text({
      title: 'Application Inference Profile ARN',
      description:
        'The inference profile to call instead of the model. The model is then used only to determine the price.',
    }).optional(),
    auth_type: bedrockAuthType,
    aws_profile_name: unread(
      text({
        title: 'AWS Profile Name',
        description:
          'Kept for compatibility with existing settings. This installation does not use AWS profiles.',
      }),
    ),
    guardrail_identifier: text({
      title: 'Bedrock Guardrail Identifier',
      description: 'A guardrail that checks prompts and answers.',
    }).optional(),
    guardrail_version: text({
      title: 'Bedrock Guardrail Version',
      description: 'The version of the guardrail: a number or DRAFT.',
    }).optional(),
    guardrail_trace: word(
      {
        title: 'Bedrock Guardrail Trace',
        description: 'Whether AWS records why the guardrail intervened.',
      },
      { enabled: 'Enabled', disabled: 'Disabled' },
    ).default('disabled'),
  },
  when: [
    { key: 'enable_thinking', is: true, fields: { budget_tokens: thinkingBudget } },
    whenAccessKeys,
    whenBearerToken,
  ],
})

type BedrockLlm = z.output<typeof form.shape>

/** Name of the tool whose input is the answer. It makes a model answer in JSON. */
const jsonTool = 'json'

const Block = z.looseObject({
  text: z.string().optional(),
  toolUse: z.object({ input: z.unknown() }).optional(),
  reasoningContent: z
    .looseObject({ reasoningText: z.looseObject({ text: z.string() }).optional() })
    .optional(),
})

const Reply = z.object({
  output: z.object({ message: z.object({ content: z.array(Block) }).optional() }),
  stopReason: z.string(),
  usage: z
    .looseObject({
      inputTokens: z.number(),
      outputTokens: z.number(),
      cacheReadInputTokens: z.number().nullish(),
      cacheWriteInputTokens: z.number().nullish(),
    })
    .nullish(),
})

export const bedrock = defineProvider({
  id: 'bedrock|8d18571f-5e96-4505-bd28-ad0379c64064',
  kind: 'llm',
  name: 'Bedrock',
  description: 'Models from many vendors in your own AWS account.',
  icon: '/icons/adapter-icons/Bedrock.png',
  settings: form,

  open(settings, { fetch, call }) {
    assertHasCredentials(settings)
    const { model, model_id: modelId = model, max_retries, timeout: limitSeconds } = settings
    const ask = async (request: LlmRequest, signal: AbortSignal) => {
      const path = `/model/${encodeURIComponent(modelId)}/converse`
      // The signature of a request is part of it, so it is adapted before it is signed.
      const reply = await sendAdapted(call.memory, bodyOf(settings, request), (body) =>
        postToBedrock({ fetch, settings, path, body, reply: Reply, signal }),
      )
      return replyOf(reply, model)
    }
    // A reasoning model cannot be forced to use a tool.
    const knowsSchemas = !settings.enable_thinking
    const complete = askWithSchema({ limitSeconds, knowsSchemas }, call, ask)
    return {
      model,
      contextWindow: 0,
      maxRetries: max_retries,
      imageLimits: imageLimits.bedrock,
      outputLimit: {
        tokens: settings.max_tokens,
        thinkingTokens: settings.enable_thinking ? settings.budget_tokens : 0,
      },
      complete,
    }
  },
  check: checkLlm,
})

/** Models whose cache works only where a prompt is marked, and that know the mark. */
const cachingModel = /anthropic\.claude|amazon\.nova/

const imageBlock = ({ bytes }: ImageOfPage) => ({
  image: { format: 'jpeg', source: { bytes: Buffer.from(bytes).toString('base64') } },
})

function contentOf({ model }: BedrockLlm, { prompt, images = [], sharedLength = 0 }: LlmRequest) {
  const imageBlocks = images.map(imageBlock)
  if (!cachingModel.test(model) || sharedLength <= 0) return [...imageBlocks, { text: prompt }]
  return [
    ...imageBlocks,
    { text: prompt.slice(0, sharedLength) },
    { cachePoint: { type: 'default' } },
    { text: prompt.slice(sharedLength) },
  ]
}

function bodyOf(settings: BedrockLlm, request: LlmRequest) {
  const { system, schema, maxTokens } = request
  const { enable_thinking: isThinking, budget_tokens: budget, guardrail_identifier } = settings
  const maxOutputTokens = minLimit(maxTokens, settings.max_tokens)
  const tool = {
    name: jsonTool,
    description: 'Gives the answer.',
    inputSchema: { json: schema?.json },
  }
  return omitUndefined({
    messages: [{ role: 'user', content: contentOf(settings, request) }],
    system: system === undefined ? undefined : [{ text: system }],
    inferenceConfig: omitUndefined({
      maxTokens:
        maxOutputTokens === undefined
          ? undefined
          : isThinking
            ? maxOutputTokens + budget
            : maxOutputTokens,
      temperature: isThinking ? undefined : 0,
    }),
    toolConfig: schema && { tools: [{ toolSpec: tool }], toolChoice: { tool: { name: jsonTool } } },
    additionalModelRequestFields: isThinking
      ? { thinking: { type: 'enabled', budget_tokens: budget } }
      : undefined,
    guardrailConfig:
      guardrail_identifier === undefined
        ? undefined
        : {
            guardrailIdentifier: guardrail_identifier,
            guardrailVersion: settings.guardrail_version ?? 'DRAFT',
            trace: settings.guardrail_trace,
          },
  })
}

const stops: Readonly<Record<string, LlmReply['stoppedBy']>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  tool_use: 'end',
  max_tokens: 'length',
  guardrail_intervened: 'filter',
  content_filtered: 'filter',
  refusal: 'filter',
}

/** It counts what it reads from its cache and writes to it apart from the input. */
function usageOf(usage: z.output<typeof Reply>['usage']): LlmUsage {
  if (!usage) return { inputTokens: 0, outputTokens: 0, isUnknown: true }
  const cachedTokens = usage.cacheReadInputTokens ?? 0
  const cacheWriteTokens = usage.cacheWriteInputTokens ?? 0
  return {
    inputTokens: usage.inputTokens + cachedTokens + cacheWriteTokens,
    outputTokens: usage.outputTokens,
    cachedTokens,
    cacheWriteTokens,
  }
}

function replyOf({ output, stopReason, usage }: z.output<typeof Reply>, model: string): LlmReply {
  const blocks = output.message?.content ?? []
  const toolCall = blocks.find(({ toolUse }) => toolUse)?.toolUse
  const text = toolCall
    ? JSON.stringify(toolCall.input)
    : blocks.map((one) => one.text ?? '').join('')
  const reasoningText = blocks
    .map((one) => one.reasoningContent?.reasoningText?.text ?? '')
    .join('')
  const reply = {
    text,
    ...omitUndefined({ reasoningText: reasoningText || undefined }),
    stoppedBy: stops[stopReason] ?? 'other',
    usage: usageOf(usage),
    model,
  } as const
  assertNonEmptyReply(reply, model)
  return reply
}
