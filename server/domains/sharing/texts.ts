import type { Language } from '#contract/languages.ts'
import { SITE_NAME } from '#server/platform/texts/site-marks.ts'

const [ENGLISH, VIETNAMESE] = [new Intl.NumberFormat('en'), new Intl.NumberFormat('vi')]
const PLURAL = new Intl.PluralRules('en')
const memesInEnglish = (count: number) =>
  `${ENGLISH.format(count)} ${PLURAL.select(count) === 'one' ? 'meme' : 'memes'}`

const TEXTS = {
  en: {
    home: 'Find, share and copy memes in English and Vietnamese.',
    homeTitle: 'Home',
    trending: 'Trending memes',
    trendingAbout: 'The memes that people liked, copied and viewed most, by day, week and month.',
    templates: 'Meme templates',
    templatesAbout: 'Pictures that people put their own words on. Pick one and make your own.',
    template: (name: string) => `${name || 'A meme template'} on ${SITE_NAME}`,
    templateAbout: (memes: number) => `${memesInEnglish(memes)} of this template. Make your own.`,
    albumAbout: (name: string, memes: number) => `An album by ${name} on ${SITE_NAME}: ${memesInEnglish(memes)}.`,
    trendingUsers: 'Trending members',
    trendingUsersAbout: 'The members whose memes gained the most, by day, week and month.',
    user: (name: string, memes: number) => `${name} on ${SITE_NAME}: ${memesInEnglish(memes)}.`,
    userFeed: (name: string) => `Memes by ${name}`,
    tag: (tag: string) => `#${tag} memes`,
    tagAbout: (tag: string, memes: number) => `${memesInEnglish(memes)} with #${tag} on ${SITE_NAME}.`,
    search: (text: string) => `Results for “${text}”`,
    searchAbout: (text: string) => `Memes on ${SITE_NAME} that match “${text}”, by their words and pictures.`,
    meme: `A meme on ${SITE_NAME}.`,
    memeBy: (name: string) => `A meme by ${name} on ${SITE_NAME}.`,
    by: (name: string) => `By ${name}`,
    missing: 'We cannot find this page',
    gone: 'This meme was removed',
    sensitive: 'This meme is marked as sensitive.',
    more: `More memes on ${SITE_NAME}`,
    openSearch: 'Search memes by their words',
  },
  vi: {
    home: 'Tìm, chia sẻ và sao chép meme bằng tiếng Anh và tiếng Việt.',
    homeTitle: 'Trang chủ',
    trending: 'Meme nổi bật',
    trendingAbout: 'Những meme được thích, sao chép và xem nhiều nhất theo ngày, tuần và tháng.',
    templates: 'Mẫu meme',
    templatesAbout: 'Những bức ảnh được mọi người chế chữ. Chọn một mẫu và tự làm meme của bạn.',
    template: (name: string) => `${name || 'Một mẫu meme'} trên ${SITE_NAME}`,
    templateAbout: (memes: number) => `${VIETNAMESE.format(memes)} meme từ mẫu này. Tự làm meme của bạn.`,
    albumAbout: (name: string, memes: number) =>
      `Album của ${name} trên ${SITE_NAME}: ${VIETNAMESE.format(memes)} meme.`,
    trendingUsers: 'Thành viên nổi bật',
    trendingUsersAbout: 'Những thành viên có meme tăng nhanh nhất theo ngày, tuần và tháng.',
    user: (name: string, memes: number) => `${name} trên ${SITE_NAME}: ${VIETNAMESE.format(memes)} meme.`,
    userFeed: (name: string) => `Meme của ${name}`,
    tag: (tag: string) => `Meme #${tag}`,
    tagAbout: (tag: string, memes: number) => `${VIETNAMESE.format(memes)} meme có thẻ #${tag} trên ${SITE_NAME}.`,
    search: (text: string) => `Kết quả cho “${text}”`,
    searchAbout: (text: string) => `Những meme trên ${SITE_NAME} khớp với “${text}”, theo chữ và hình ảnh.`,
    meme: `Một meme trên ${SITE_NAME}.`,
    memeBy: (name: string) => `Một meme của ${name} trên ${SITE_NAME}.`,
    by: (name: string) => `Của ${name}`,
    missing: 'Không tìm thấy trang này',
    gone: 'Meme này đã bị gỡ',
    sensitive: 'Meme này được đánh dấu là nhạy cảm.',
    more: `Xem thêm meme trên ${SITE_NAME}`,
    openSearch: 'Tìm meme theo chữ trong ảnh',
  },
} as const

export const sharingTexts = (language: Language) => TEXTS[language]
