import type { CoatName } from '../drawing/cat.ts'
import type { PaletteName } from '../drawing/color.ts'
import type { BreedName } from '../drawing/dog.ts'
import type { Mood } from '../drawing/mood.ts'
import type { Look } from '../drawing/person.ts'

/** What an avatar shows. */
export type Portrait =
  | { kind: 'cat'; mood: Mood; coat: CoatName; palette: PaletteName }
  | { kind: 'dog'; mood: Mood; breed: BreedName; palette: PaletteName }
  | { kind: 'frog' | 'duck' | 'capybara' | 'goose' | 'robot' | 'plant' | 'noodles'; mood: Mood; palette: PaletteName }
  | { kind: 'person'; mood: Mood; look: Look; palette: PaletteName }

interface UserText {
  username: string
  displayName: string
  bio: string
  language: 'en' | 'vi'
  portrait: Portrait
  /** How many days ago the account was opened. */
  joinedDaysAgo: number
}

export const USERS = [
  {
    username: 'mochi_says_no',
    displayName: 'Mochi Says No',
    language: 'en',
    joinedDaysAgo: 61,
    bio: 'Typed by a human, approved by a cat. Mostly about the gap between dinner times.',
    portrait: { kind: 'cat', mood: 'smug', coat: 'ginger', palette: 'mint' },
  },
  {
    username: 'deskplant',
    displayName: 'Desk Plant',
    language: 'en',
    joinedDaysAgo: 54,
    bio: 'Photosynthesising between meetings. Please stop watering me with coffee.',
    portrait: { kind: 'plant', mood: 'doubt', palette: 'sky' },
  },
  {
    username: 'asktheduck',
    displayName: 'Ask the Duck',
    language: 'en',
    joinedDaysAgo: 88,
    bio: 'Senior rubber duck. I listen to bugs for a living.',
    portrait: { kind: 'duck', mood: 'zen', palette: 'ocean' },
  },
  {
    username: 'ivy.unplugged',
    displayName: 'Ivy, Unplugged',
    language: 'en',
    joinedDaysAgo: 47,
    bio: 'Professional early-night planner, amateur early-night haver.',
    portrait: {
      kind: 'person',
      mood: 'tired',
      look: { hair: 'bun', hairColor: '#8a4b2f', skin: '#f0c39b', outfit: 'hoodie', color: '#ff8fb3' },
      palette: 'lilac',
    },
  },
  {
    username: 'gooseontheloose',
    displayName: 'Goose on the Loose',
    language: 'en',
    joinedDaysAgo: 39,
    bio: 'Local menace. Will trade peace for bread.',
    portrait: { kind: 'goose', mood: 'angry', palette: 'butter' },
  },
  {
    username: 'captaincapy',
    displayName: 'Captain Capy',
    language: 'en',
    joinedDaysAgo: 72,
    bio: 'Unbothered since forever. The water is warm, come in.',
    portrait: { kind: 'capybara', mood: 'zen', palette: 'matcha' },
  },
  {
    username: 'meoluoi',
    displayName: 'Mèo Lười',
    language: 'vi',
    joinedDaysAgo: 80,
    bio: 'Ngủ 18 tiếng một ngày, 6 tiếng còn lại suy nghĩ về giấc ngủ.',
    portrait: { kind: 'cat', mood: 'tired', coat: 'grey', palette: 'rose' },
  },
  {
    username: 'congsovuive',
    displayName: 'Công Sở Vui Vẻ',
    language: 'vi',
    joinedDaysAgo: 66,
    bio: 'Họp để quyết định bao giờ họp tiếp. Sáng đi chiều về, giữa giờ đăng ảnh chế.',
    portrait: {
      kind: 'person',
      mood: 'joy',
      look: { hair: 'short', outfit: 'shirt', color: '#4fb36b', glasses: true, skin: '#eebb90' },
      palette: 'apricot',
    },
  },
  {
    username: 'bepnhabin',
    displayName: 'Bếp Nhà Bin',
    language: 'vi',
    joinedDaysAgo: 50,
    bio: 'Ăn để sống, sống để ăn tiếp. Phở, bún, bánh mì và vài giọt nước mắt.',
    portrait: { kind: 'noodles', mood: 'joy', palette: 'tomato' },
  },
  {
    username: 'xemaydamdang',
    displayName: 'Xe Máy Đảm Đang',
    language: 'vi',
    joinedDaysAgo: 43,
    bio: 'Chở được hết, trừ nỗi buồn của bạn. Kẹt xe là lúc sáng tác.',
    portrait: {
      kind: 'person',
      mood: 'deadpan',
      look: { hair: 'helmet', hairColor: '#f2b632', outfit: 'hoodie', color: '#e5674f', skin: '#dca578' },
      palette: 'sky',
    },
  },
  {
    username: 'ech.thien',
    displayName: 'Ếch Thiền',
    language: 'vi',
    joinedDaysAgo: 58,
    bio: 'Thở vào, thở ra, thôi để mai tính.',
    portrait: { kind: 'frog', mood: 'zen', palette: 'dusk' },
  },
  {
    username: 'sinhvien_migoi',
    displayName: 'Sinh Viên Mì Gói',
    language: 'vi',
    joinedDaysAgo: 35,
    bio: 'Năm ba, ngành chờ tiền nhà gửi. Biết 27 cách nấu mì, không biết cách dậy sớm.',
    portrait: { kind: 'robot', mood: 'dizzy', palette: 'clay' },
  },
] as const satisfies readonly UserText[]

export type Username = (typeof USERS)[number]['username']
