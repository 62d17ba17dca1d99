import { expect, test } from 'vitest'
import { isReserved, usernameSkeletons } from './username-keys.ts'

const lookAlike = (a: string, b: string) =>
  usernameSkeletons(a).some((skeleton) => usernameSkeletons(b).includes(skeleton))

test.each([
  ['paypal', 'раypal'],
  ['paypal', 'PAYPAL'],
  ['paypal', 'paypaI'],
  ['Mia', 'rnia'],
  ['scope', 'ѕсоре'],
  ['SCOPE', 'ЅСОРЕ'],
  ['bob99', 'b0b99'],
  ['mia.tran', 'ｍｉａ．ｔｒａｎ'],
  ['weiß', 'WEISS'],
  ['Οδός', 'ΟΔΌΣ'],
])('%s and %s look alike', (a, b) => {
  expect(lookAlike(a, b)).toBe(true)
})

test.each([
  ['kai', 'kal'],
  ['lan', 'an.l'],
  ['nguyen', 'nguyễn'],
  ['dan', 'đan'],
  ['mai', 'mái'],
  ['сова', 'cat'],
  ['李小龍', '李小龙'],
])('%s and %s do not look alike', (a, b) => {
  expect(lookAlike(a, b)).toBe(false)
})

test.each([
  'аdmin',
  'ADMIN',
  'adrnin',
  'a.d.m.i.n',
  'admin_',
  'ádmin',
  'moderat0r',
  'Memerοom',
  'quản-trị-viên',
  'trendıng',
])('%s is reserved', (name) => {
  expect(isReserved(name)).toBe(true)
})

test.each(['adminton', 'Владимир', 'mia', 'Nguyễn.Văn.Quản', 'supporter.of.cats', '李小龍', 'محمد', 'm.e.o'])(
  '%s is not reserved',
  (name) => {
    expect(isReserved(name)).toBe(false)
  },
)
