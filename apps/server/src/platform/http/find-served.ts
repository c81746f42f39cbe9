import type { Endpoint } from '@recto/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { addressOf, isAddressOf } from './address-of.ts'

/** The endpoints at a path, whatever their methods, in the order in which they were bound. */
export function findServed(
  { served }: Pick<FastifyInstance, 'served'>,
  { productId }: Pick<Config, 'productId'>,
  path: string,
): readonly Endpoint[] {
  return served.filter((one) => isAddressOf(addressOf(one, productId), path))
}
