import type { ImageLimits } from '@recto/provider-spec/llm'

const megabyte = 1_000_000

/**
 * The limits that services document for one request. Bytes are those of the images themselves: encoded for a request, they are
 * a third longer.
 */
export const imageLimits = {
  anthropic: {
    maxCount: 20,
    maxBytes: 3.75 * megabyte,
    maxTotalBytes: 22 * megabyte,
    maxSide: 1568,
  },
  azure: { maxCount: 50, maxBytes: 15 * megabyte, maxTotalBytes: 36 * megabyte, maxSide: 2000 },
  bedrock: {
    maxCount: 20,
    maxBytes: 3.75 * megabyte,
    maxTotalBytes: 18 * megabyte,
    maxSide: 1568,
  },
  google: { maxCount: 100, maxBytes: 7 * megabyte, maxTotalBytes: 14 * megabyte, maxSide: 2000 },
  mistral: { maxCount: 8, maxBytes: 7.5 * megabyte, maxTotalBytes: 36 * megabyte, maxSide: 1540 },
  openai: { maxCount: 100, maxBytes: 15 * megabyte, maxTotalBytes: 36 * megabyte, maxSide: 2000 },
  /** Servers that document no limits get what most of them accept. */
  undocumented: {
    maxCount: 20,
    maxBytes: 5 * megabyte,
    maxTotalBytes: 15 * megabyte,
    maxSide: 1568,
  },
} as const satisfies Readonly<Record<string, ImageLimits>>
