/** This file knows which models accept images, and how many tokens an image takes. */
import type { NamedModel } from './model-prices.ts'

export type ImageSize = { readonly width: number; readonly height: number }

type CountTokens = (size: ImageSize) => number

type ModelFamily = {
  readonly name: RegExp
  /** `refused`: the model takes text alone. Absent: the service does not document it. */
  readonly tokens?: CountTokens | 'refused'
}

/**
 * Families of models by their maker's names, in lower case and without what services put before them. The first one that matches
 * decides. Makers document the tokens; where they do not, only that images are accepted is known.
 */
const families: readonly ModelFamily[] = [
  { name: /^(?:gpt-3|text-|davinci|babbage|gpt-4(?:-\d{4}|-32k|$))/, tokens: 'refused' },
  { name: /^(?:o1-mini|o1-preview|o3-mini)/, tokens: 'refused' },
  { name: /^gpt-[\w.-]*(?:audio|realtime|transcribe|tts|search)/, tokens: 'refused' },
  { name: /^(?:gpt-4o-mini)/, tokens: inTiles(2833, 5667) },
  { name: /^gpt-(?:4\.1-mini|5-mini)/, tokens: inPatches(1.62) },
  { name: /^gpt-(?:4\.1-nano|5-nano)/, tokens: inPatches(2.46) },
  { name: /^o4-mini/, tokens: inPatches(1.72) },
  {
    name: /^(?:gpt-4o|gpt-4\.1|gpt-4\.5|gpt-4-turbo|gpt-4-vision|chatgpt-4o)/,
    tokens: inTiles(85, 170),
  },
  { name: /^gpt-5(?:-chat)?(?:-\d{4}|-latest|$)/, tokens: inTiles(70, 140) },
  { name: /^o[13](?:-|$)/, tokens: inTiles(75, 150) },
  { name: /^gpt-5/ },
  { name: /^claude-(?:instant|2|1)/, tokens: 'refused' },
  { name: /^claude-/, tokens: countByArea },
  { name: /^gemini-(?:1\.0-pro|pro)(?!-vision)/, tokens: 'refused' },
  { name: /^gemini-[\w.-]*(?:embedding|tts|live)/, tokens: 'refused' },
  { name: /^gemini-3/, tokens: () => 1120 },
  { name: /^gemini-/, tokens: countInSquares },
  { name: /^(?:gemma-?3n?|paligemma)/ },
  { name: /^nova-micro/, tokens: 'refused' },
  { name: /^nova-/ },
  { name: /^titan-/, tokens: 'refused' },
  {
    name: /^(?:open-)?(?:mistral-7b|mixtral|mistral-(?:tiny|nemo)|ministral-[38]b-24|codestral|devstral)/,
    tokens: 'refused',
  },
  { name: /^(?:pixtral|mistral-(?:small|medium|large))/ },
  { name: /^(?:llama-?3[.-]2-(?:1b|3b)|llama-?3[.-][013]|llama-?2)/, tokens: 'refused' },
  { name: /^(?:llama-?3[.-]2(?:-11b|-90b|-vision)|llama-?4)/ },
  {
    name: /^(?:llava|bakllava|moondream|minicpm-v|qwen-?[\d.]*-?vl|granite3[.]\d-vision|internvl|glm-4[.\d]*v|phi-?[34][\w.-]*(?:vision|multimodal))/,
  },
]

/** Counts as OpenAI does: shrunk to 2,048 pixels, then to 768 on the shorter side, in squares of 512. */
function inTiles(base: number, perTile: number): CountTokens {
  return ({ width, height }) => {
    const fit = Math.min(1, 2048 / Math.max(width, height))
    const scale = fit * Math.min(1, 768 / (Math.min(width, height) * fit))
    return base + perTile * countSquares({ width: width * scale, height: height * scale }, 512)
  }
}

/** Counts as OpenAI does for its smaller models: in squares of 32 pixels, at most 1,536. */
function inPatches(factor: number): CountTokens {
  return (size) => Math.ceil(Math.min(1536, countSquares(size, 32)) * factor)
}

/** Counts as Anthropic does, which shrinks an image to 1,568 pixels first. */
function countByArea({ width, height }: ImageSize): number {
  const scale = Math.min(1, 1568 / Math.max(width, height))
  return Math.ceil((width * scale * height * scale) / 750)
}

/** Counts as Google does: a small image is one square of 258 tokens, and a larger one several. */
function countInSquares(size: ImageSize): number {
  const isSmall = Math.max(size.width, size.height) <= 384
  return 258 * (isSmall ? 1 : countSquares(size, 768))
}

/** Rounded before, because a scaled side can be a hair longer than a whole number of squares. */
const countSquares = ({ width, height }: ImageSize, side: number): number =>
  Math.ceil(Math.round(width) / side) * Math.ceil(Math.round(height) / side)

/** Services put this before the maker's name: a region, a vendor, a publisher. */
const prefix = /^(?:[a-z]{2,6}\.)?(?:[a-z0-9-]{1,40}[./])(?=[a-z])/

const findFamily = ({ model }: NamedModel): ModelFamily | undefined => {
  const name = model.toLowerCase().slice(0, 300)
  const shortName = name.slice(name.lastIndexOf('/') + 1)
  const names = [shortName, shortName.replace(prefix, '')]
  return families.find((family) => names.some((one) => family.name.test(one)))
}

/** Whether a model accepts images, as far as that is known of its name. */
export function acceptsImages(model: NamedModel): 'yes' | 'no' | 'unknown' {
  const family = findFamily(model)
  if (!family) return 'unknown'
  return family.tokens === 'refused' ? 'no' : 'yes'
}

/** The tokens that an image takes; `undefined` if the maker does not document it. */
export function countImageTokens(model: NamedModel, size: ImageSize): number | undefined {
  const tokens = findFamily(model)?.tokens
  return typeof tokens === 'function' ? tokens(size) : undefined
}
