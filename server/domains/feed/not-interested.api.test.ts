import { expect, test } from 'vitest'
import { newId } from '#server/platform/db/id.ts'
import { type BuiltMember, buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const app = await appForFile()

const change = (method: 'POST' | 'DELETE', { token }: BuiltMember, kind: string, id: string) =>
  app.call(method, '/feed/not-interested', { token, body: { kind, id } })

test('a meme, a template, a person and a tag leave the next page, and return after an undo', async () => {
  const [an, binh, chi] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  const made = async (name: string, user = chi.user) => (await buildMeme(app, { user, name })).id
  const memes = {
    plain: await made('Plain'),
    meme: await made('Not this'),
    user: await made('By Binh', binh.user),
    tag: await made('With #Phiền'),
    template: await made('Of a template'),
  }
  const templateId = newId()
  await app.db.insertInto('templates').values({ id: templateId }).execute()
  await app.db
    .insertInto('meme_templates')
    .values({ meme_id: memes.template, template_id: templateId, visual_version: 1 })
    .onConflict((conflict) => conflict.column('meme_id').doUpdateSet({ template_id: templateId }))
    .execute()
  const targets = { meme: memes.meme, user: binh.user.id, tag: '#PHIỀN', template: templateId }
  const fed = async () => {
    const feed = await app.call('GET', '/recommendation-feed?limit=100', { token: an.token })
    const ids: string[] = feed.body.data.recommendations.map((meme: { _id: string }) => meme._id)
    return Object.entries(memes).flatMap(([name, id]) => (ids.includes(id) ? [name] : []))
  }
  expect(await fed()).toEqual(Object.keys(memes))
  for (const [kind, id] of Object.entries(targets)) expect((await change('POST', an, kind, id)).status).toBe(200)
  expect((await change('POST', an, 'tag', 'phiền')).status).toBe(200)
  expect(await fed()).toEqual(['plain'])

  const list = await app.call('GET', '/feed/not-interested?limit=3', { token: an.token })
  expect(list.body).toMatchObject({ hasNextPage: true, nextCursor: expect.any(String) })
  const rest = await app.call('GET', `/feed/not-interested?limit=3&cursor=${list.body.nextCursor}`, { token: an.token })
  expect(rest.body).toMatchObject({ hasNextPage: false, nextCursor: null })
  const listed = [...list.body.data, ...rest.body.data].map(({ kind, label }: { kind: string; label: string }) => [
    kind,
    label,
  ])
  expect(listed.toSorted()).toEqual([
    ['meme', 'Not this'],
    ['tag', 'phiền'],
    ['template', ''],
    ['user', binh.user.display_name],
  ])
  for (const [kind, id] of Object.entries(targets)) expect((await change('DELETE', an, kind, id)).status).toBe(200)
  expect(await fed()).toEqual(Object.keys(memes))
})

test('refuses unknown targets and invalid ids', async () => {
  const an = await buildMember(app)
  expect(await change('POST', an, 'meme', newId())).toMatchObject({ status: 404, body: { code: 'meme.notFound' } })
  expect(await change('POST', an, 'user', newId())).toMatchObject({ status: 404, body: { code: 'user.notFound' } })
  const odd = await change('POST', an, 'template', 'not an id')
  expect(odd).toMatchObject({ status: 400, body: { errors: [{ path: 'id', code: 'invalidId' }] } })
  expect((await change('POST', an, 'tag', '#')).status).toBe(400)
})

test('after a merge of two templates a member who hid either hides the merged one, listed once', async () => {
  const [an, binh, moderator] = [
    await buildMember(app),
    await buildMember(app),
    await buildMember(app, { role: 'moderator' }),
  ]
  const templates = [newId(), newId()] as const
  const memes: string[] = []
  for (const template_id of templates) {
    await app.db.insertInto('templates').values({ id: template_id, meme_count: 1 }).execute()
    const { id } = await buildMeme(app)
    await app.db
      .insertInto('meme_templates')
      .values({ meme_id: id, template_id, visual_version: 1 })
      .onConflict((conflict) => conflict.column('meme_id').doUpdateSet({ template_id }))
      .execute()
    memes.push(id)
  }
  const [target, merged] = templates
  await change('POST', an, 'template', merged)
  for (const id of templates) await change('POST', binh, 'template', id)
  const answer = await app.call('POST', `/template/${target}/merge`, {
    token: moderator.token,
    body: { templateId: merged },
  })
  expect(answer.status).toBe(200)
  for (const member of [an, binh]) {
    const feed = await app.call('GET', '/recommendation-feed?limit=100', { token: member.token })
    const ids = feed.body.data.recommendations.map((meme: { _id: string }) => meme._id)
    expect(memes.filter((id) => ids.includes(id))).toEqual([])
    const { data } = (await app.call('GET', '/feed/not-interested', { token: member.token })).body
    expect(data.map(({ kind, id }: { kind: string; id: string }) => [kind, id])).toEqual([['template', target]])
  }
  // Remove the exclusion by the template's current id.
  expect((await change('DELETE', an, 'template', target)).status).toBe(200)
  expect((await app.call('GET', '/feed/not-interested', { token: an.token })).body.data).toEqual([])
})
