import { createHash } from 'node:crypto'
import type { ImageOfPage, Llm } from '@recto/provider-spec/llm'
import type { Settings } from '@recto/provider-spec/provider'
import type { CannedModelServer } from '@recto/testkit/canned-model-server'
import sharp from 'sharp'
import { expect, test } from 'vitest'

type ImagesSuite = {
  readonly server: () => CannedModelServer
  readonly open: (extraSettings?: Settings) => Llm
  /** Whether the adapter can let the server keep replies. */
  readonly keepsReplies?: boolean
}

/** Draws a page that differs from all others. */
async function drawPage(page: number, width = 60, height = 80): Promise<ImageOfPage> {
  const background = { r: (page * 40) % 256, g: 120, b: 200 }
  const picture = sharp({ create: { width, height, channels: 3, background } })
  const bytes = await picture.jpeg().toBuffer()
  const digest = createHash('sha256').update(bytes).digest('hex')
  return { bytes, mediaType: 'image/jpeg', page, width, height, digest }
}

/** Tests what holds for every adapter whose requests can carry images. The server refuses those of another form. */
export function testImages({ server, open, keepsReplies = false }: ImagesSuite): void {
  if (keepsReplies)
    test('a call that the server keeps has the same images', async () => {
      const images = [await drawPage(4), await drawPage(5)]
      server().script({ reply: 'A stamp.' })
      const job = { earlierId: undefined, onStarted: async () => {}, onLost: async () => {} }

      await open({ keep_replies: true }).complete!({ prompt: 'What is there?', images, job })

      const [start] = server()
        .requests.filter(({ isKept }) => isKept)
        .slice(-1)
      expect(start?.call).toMatchObject({
        prompt: 'What is there?',
        images: images.map(({ digest }) => ({ digest, isBeforeText: true })),
      })
    })

  test('images of pages arrive whole, in their order and before the prompt', async () => {
    const pages = await Promise.all([drawPage(1), drawPage(2, 90, 40), drawPage(3)])
    server().script({ reply: 'A stamp.' })

    const reply = await open().complete!({
      system: 'You read pages.',
      prompt: 'What is on the last page?',
      images: pages,
    })

    expect(reply.text).toBe('A stamp.')
    const { call } = server().requests.at(-1)!
    expect(call).toMatchObject({
      system: 'You read pages.',
      prompt: 'What is on the last page?',
      images: pages.map(({ digest, width, height, bytes }) => ({
        mediaType: 'image/jpeg',
        digest,
        width,
        height,
        bytes: bytes.length,
        isBeforeText: true,
      })),
    })
  })

  test('one who listens, or asks for a schema, sends the same images', async () => {
    const pages = [await drawPage(7), await drawPage(8)]
    const schema = {
      name: 'answer',
      json: {
        type: 'object',
        properties: { value: { type: 'string' } },
        required: ['value'],
        additionalProperties: false,
      },
    }
    for (const extra of [{ onText: () => {} }, { schema }]) {
      server().script({ reply: { value: 'red' } })
      await open().complete!({ prompt: 'Which color?', images: pages, ...extra })
      const digests = server()
        .requests.at(-1)
        ?.call?.images.map(({ digest }) => digest)
      expect(digests).toEqual(pages.map(({ digest }) => digest))
    }
  })

  test('a model that refuses images, and a request that is too large, are refusals and are not tried again', async () => {
    const images = [await drawPage(1)]
    for (const status of [400, 413]) {
      const earlier = server().requests.length
      server().script({ status, message: 'This model does not support image input.' })

      await expect(open().complete!({ prompt: 'Which color?', images })).rejects.toMatchObject({
        code: 'refused',
        status,
        message: expect.stringContaining('does not support image input'),
      })
      expect(server().requests.length - earlier).toBe(1)
    }
  })

  test('as many images as the adapter states are accepted', async () => {
    const { maxCount, maxSide } = open().imageLimits!
    const page = await drawPage(1)
    const maxPage = await drawPage(2, maxSide, maxSide)
    server().script({ reply: 'Many.' })

    await open().complete!({
      prompt: 'How many pages?',
      images: [maxPage, ...Array.from({ length: maxCount - 1 }, () => page)],
    })

    expect(server().requests.at(-1)?.call?.images).toHaveLength(maxCount)
  })
}
