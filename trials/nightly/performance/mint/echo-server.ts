import fastify from 'fastify'

/** The least the same framework does with the same request: parses it and answers as many bytes as a mint would. */
const port = Number(process.env['FACET_LISTEN']?.split(':')[1])
const app = fastify()
app.get('/readyz', (_request, reply) => reply.send('ok'))
app.post('/api/v1/embed/generate-session', (request, reply) =>
  reply.send({ sessionId: `es_489012_1f4_${'S'.repeat(43)}`, for: (request.body as { externalId: string }).externalId }),
)
await app.listen({ host: '127.0.0.1', port })
