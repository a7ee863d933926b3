/** Everyday names of goods, as tills of these languages write them: what the detector of encodings is measured with. */
import type { Encoding } from './encodings.ts'

export interface EverydayShop {
  language: string
  locale: string
  timeZone: string
  /** Usual for files there, beside UTF-8. */
  encodings: Encoding[]
  names: string[]
}

const words = (text: string) => text.trim().split(/\s*\/\s*/)

export const everydayShops: EverydayShop[] = [
  {
    language: 'Japanese',
    locale: 'ja-JP',
    timeZone: 'Asia/Tokyo',
    encodings: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
    names:
      words(`醤油 / 牛乳 / 豆腐 / 食パン / 小麦粉 / 白菜 / 緑茶 / 味噌 / 濃口醤油 / 北海道牛乳 1L / ポテトチップス うすしお / 国産若鶏もも肉 / 絹ごし豆腐 /
      木綿豆腐 / 納豆 / 卵 / 鶏卵 10個 / 玉ねぎ / 人参 / 大根 / 胡瓜 / 茄子 / 長葱 / 生姜 / 椎茸 / 鮭切身 / 秋刀魚 / 鯖味噌煮 / 鰹節 / 昆布 / 海苔 / 若布 / 蜂蜜 / 砂糖 / 食塩 / 胡椒 / 酢 /
      米 5kg / 新潟県産コシヒカリ / 餅 / 饅頭 / 羊羹 / 煎餅 / 最中 / カレーライス / カップラーメン / 焼きそば / うどん / 蕎麦 / 素麺 / 中華まん / 餃子 / 焼売 / 冷凍枝豆 / 烏龍茶 / 麦茶 / 紅茶 / 珈琲 / 缶コーヒー 微糖 /
      オレンジジュース / 炭酸水 / 清酒 純米 / 芋焼酎 / 梅酒 / 発泡酒 / ビール 350ml / 赤ワイン / 牛肩ロース / 豚バラ肉 / 鶏むね肉 / 合挽肉 / ハム / ウインナー / 生ハム / チーズ / ヨーグルト / バター / マーガリン /
      りんご / みかん / バナナ / 苺 / 葡萄 / 梨 / 桃 / 西瓜 / 歯ブラシ / 歯磨粉 / 石鹸 / 洗剤 / 柔軟剤 / ティッシュ / トイレットペーパー / 電池 / 蛍光灯 / 傘 / 靴下 / 手袋 / 軍手 / 文庫本 / 鉛筆 / 消しゴム / ノート / 特選和牛サーロイン /
      こだわり卵のプリン / お徳用いちごジャム / 業務用サラダ油 / 無添加だし / ㈱山田 特製ソース`),
  },
  {
    language: 'Japanese in half-width katakana',
    locale: 'ja-JP',
    timeZone: 'Asia/Tokyo',
    encodings: ['shift_jis'],
    names:
      words(`ﾎﾟﾃﾄﾁｯﾌﾟｽ / ｱｲｽｸﾘｰﾑ / ﾁﾖｺﾚｰﾄ / ﾁｮｺﾚｰﾄ / ｷﾞｭｳﾆｭｳ / ﾎｯｶｲﾄﾞｳ ｷﾞｭｳﾆｭｳ / ｼｮｸﾊﾟﾝ / ﾄｳﾌ / ｷﾇｺﾞｼ ﾄﾞｳﾌ / ﾅｯﾄｳ / ﾀﾏｺﾞ / ﾀﾏﾈｷﾞ / ﾆﾝｼﾞﾝ / ﾀﾞｲｺﾝ / ｷｭｳﾘ / ﾄﾏﾄ /
      ﾊﾞﾅﾅ / ﾘﾝｺﾞ / ﾐｶﾝ / ｲﾁｺﾞ / ﾌﾞﾄﾞｳ / ｵﾚﾝｼﾞｼﾞｭｰｽ / ｺｰﾋｰ / ﾘｮｸﾁｬ / ｳｰﾛﾝﾁｬ / ﾑｷﾞﾁｬ / ｻﾄｳ / ｼｵ / ｼｮｳﾕ / ﾐｿ / ｽ / ｻﾗﾀﾞｱﾌﾞﾗ / ﾏﾖﾈｰｽﾞ / ｹﾁｬｯﾌﾟ / ｶﾚｰ / ﾗｰﾒﾝ / ﾔｷｿﾊﾞ / ｳﾄﾞﾝ / ｿﾊﾞ /
      ｷﾞｮｳｻﾞ / ﾊﾑ / ｳｲﾝﾅｰ / ﾁｰｽﾞ / ﾖｰｸﾞﾙﾄ / ﾊﾞﾀｰ / ﾌﾟﾘﾝ / ｾﾞﾘｰ / ｸｯｷｰ / ｾﾝﾍﾞｲ / ﾋﾞｰﾙ 350ml / ﾆﾎﾝｼｭ / ﾜｲﾝ / ﾃｨｯｼｭ / ｾﾝｻﾞｲ / ﾊﾌﾞﾗｼ / ﾃﾞﾝﾁ / ｼｬﾝﾌﾟｰ / ｾｯｹﾝ / ﾄﾘﾓﾓﾆｸ / ﾌﾞﾀﾊﾞﾗ / ｷﾞｭｳｶﾀﾛｰｽ / ｻｹ ｷﾘﾐ`),
  },
  {
    language: 'Korean',
    locale: 'ko-KR',
    timeZone: 'Asia/Seoul',
    encodings: ['euc-kr'],
    names:
      words(`신라면 멀티팩 / 서울우유 저지방 / 국내산 삼겹살 / 만두 / 두부 / 우유 / 계란 / 달걀 30구 / 콩나물 / 시금치 / 배추 / 무 / 대파 / 양파 / 마늘 / 고추 / 고춧가루 / 고추장 / 된장 / 간장 / 참기름 / 들기름 / 식용유 / 설탕 /
      소금 / 식초 / 후추 / 쌀 10kg / 현미 / 찹쌀 / 밀가루 / 부침가루 / 국수 / 당면 / 라면 / 떡볶이 / 어묵 / 김치 / 포기김치 / 깍두기 / 김 / 미역 / 다시마 / 멸치 / 고등어 / 갈치 / 오징어 / 새우 / 조개 / 한우 등심 / 닭가슴살 / 돼지고기 /
      소시지 / 햄 / 베이컨 / 치즈 / 요구르트 / 버터 / 식빵 / 크림빵 / 초코파이 / 새우깡 / 과자 / 아이스크림 / 사과 / 배 / 귤 / 딸기 / 포도 / 수박 / 참외 / 바나나 / 오렌지주스 / 콜라 / 사이다 / 생수 / 녹차 / 커피믹스 / 맥주 / 소주 / 막걸리 /
      칫솔 / 치약 / 비누 / 샴푸 / 세제 / 섬유유연제 / 화장지 / 물티슈 / 건전지 / 양말 / 장갑`),
  },
  {
    language: 'Simplified Chinese',
    locale: 'zh-CN',
    timeZone: 'Asia/Shanghai',
    encodings: ['gb18030'],
    names:
      words(`牛奶 / 纯牛奶 250ml / 酸奶 / 鸡蛋 / 豆腐 / 豆浆 / 面包 / 面粉 / 大米 5kg / 东北大米 / 小米 / 挂面 / 方便面 / 饺子 / 馒头 / 包子 / 酱油 / 生抽 / 老抽 / 陈醋 / 料酒 / 食盐 / 白糖 / 红糖 / 味精 / 花椒 / 八角 / 辣椒酱 / 豆瓣酱 / 芝麻油 /
      花生油 / 橄榄油 / 猪肉 / 五花肉 / 牛肉 / 羊肉 / 鸡腿 / 鸭蛋 / 带鱼 / 鲈鱼 / 虾仁 / 海带 / 紫菜 / 木耳 / 香菇 / 白菜 / 菠菜 / 芹菜 / 土豆 / 胡萝卜 / 西红柿 / 黄瓜 / 茄子 / 青椒 / 洋葱 / 大蒜 / 生姜 / 苹果 / 香蕉 / 橙子 / 葡萄 / 西瓜 / 草莓 / 桃子 /
      梨 / 核桃 / 红枣 / 瓜子 / 饼干 / 巧克力 / 薯片 / 冰淇淋 / 可乐 / 果汁 / 矿泉水 / 绿茶 / 红茶 / 咖啡 / 啤酒 / 白酒 / 红葡萄酒 / 牙膏 / 牙刷 / 洗衣粉 / 洗发水 / 香皂 / 卫生纸 / 毛巾 / 电池 / 雨伞 / 袜子`),
  },
  {
    language: 'Traditional Chinese',
    locale: 'zh-TW',
    timeZone: 'Asia/Taipei',
    encodings: ['big5'],
    names:
      words(`鮮乳 / 全脂鮮乳 / 優酪乳 / 雞蛋 / 豆腐 / 豆漿 / 吐司 / 麵粉 / 白米 / 池上米 / 麵條 / 泡麵 / 水餃 / 饅頭 / 包子 / 醬油 / 醬油膏 / 烏醋 / 米酒 / 食鹽 / 砂糖 / 黑糖 / 胡椒粉 / 辣椒醬 / 沙茶醬 / 麻油 / 花生油 / 橄欖油 / 豬肉 / 五花肉 / 牛肉 / 羊肉 /
      雞腿 / 鴨蛋 / 鮭魚 / 虱目魚 / 蝦仁 / 海帶 / 紫菜 / 木耳 / 香菇 / 高麗菜 / 菠菜 / 芹菜 / 馬鈴薯 / 紅蘿蔔 / 番茄 / 小黃瓜 / 茄子 / 青椒 / 洋蔥 / 大蒜 / 薑 / 蘋果 / 香蕉 / 柳丁 / 葡萄 / 西瓜 / 草莓 / 芒果 / 鳳梨 / 鳳梨酥 / 太陽餅 / 餅乾 / 巧克力 / 洋芋片 /
      冰淇淋 / 汽水 / 果汁 / 礦泉水 / 綠茶 / 烏龍茶 / 珍珠奶茶 / 咖啡 / 啤酒 / 高粱酒 / 牙膏 / 牙刷 / 洗衣精 / 洗髮精 / 香皂 / 衛生紙 / 毛巾 / 電池 / 雨傘 / 襪子`),
  },
  {
    language: 'German',
    locale: 'de-DE',
    timeZone: 'Europe/Berlin',
    encodings: ['windows-1252', 'iso-8859-15'],
    names:
      words(`Käse / Gouda Käse jung / Süß / Süße Sahne / Müller Milchreis / Müsli / Brötchen / Vollkornbrötchen / Hähnchenbrust / Würstchen / Leberkäse / Grünkohl / Möhren / Äpfel / Birnen / Weißkohl / Weißbrot / Kürbis / Gewürzgurken / Öl / Rapsöl / Olivenöl / Nüsse / Haselnüsse /
      Walnüsse / Knödel / Klöße / Spätzle / Maultaschen schwäbisch / Rösti / Gemüsebrühe / Soße / Jägersoße / Senf mittelscharf / Essig / Mehl / Zucker / Salz / Kräuterbutter / Frischkäse / Hüttenkäse / Crème fraîche / Quark / Joghurt / Milch 3,5 % / Eier Größe M / Rührei / Hühnersuppe /
      Fischstäbchen / Hering / Thunfisch / Lachs geräuchert / Schweinefleisch / Rinderhüfte / Gänsebraten / Kartoffeln / Zwiebeln / Blätterteig / Plätzchen / Lebkuchen Nürnberger / Spekulatius / Schokolade / Gummibärchen / Chips / Salzstangen / Mineralwasser / Säft / Apfelsaftschorle /
      Pils / Kölsch / Weißbier / Glühwein / Jägermeister / Kaffee gemahlen / Früchtetee / Kamillentee / Zahnbürste / Seife / Spülmittel / Waschmittel / Küchenrolle / Müllbeutel / Glühbirne / Überraschungsei / Jalapeños / Crème brûlée / Café au lait`),
  },
  {
    language: 'French',
    locale: 'fr-FR',
    timeZone: 'Europe/Paris',
    encodings: ['windows-1252', 'iso-8859-15'],
    names:
      words(`Pâté de campagne / Crème fraîche / Crème / Crêpes / Café moulu / Thé vert / Bœuf haché / Œufs frais / Rôti de bœuf / Cœur de palmier / Pâtes complètes / Pêches / Maïs / Épinards / Échalotes / Haricots verts extra-fins / Purée / Pâte feuilletée / Gâteau / Éclair au chocolat /
      Pain au lait / Baguette / Brioche tranchée / Beurre demi-sel / Fromage râpé / Comté / Chèvre / Emmental / Lait entier / Yaourt à la grecque / Côtes de porc / Poulet fermier / Jambon supérieur / Saucisson sec / Rosé de Provence / Bière blonde / Bière sans alcool / Cidre / Eau minérale /
      Jus d’orange / Limonade / Sirop de menthe / Confiture de fraises / Miel / Céréales / Sucre en poudre / Farine de blé / Huile d'olive / Vinaigre balsamique / Moutarde de Dijon / Cornichons / Ratatouille à la niçoise / Quenelles / Saumon fumé / Thon à l'huile / Crevettes / Noix de Saint-Jacques /
      Pommes / Poires / Clémentines / Raisins / Tomates cerises / Pommes de terre / Carottes râpées / Céleri / Piments d’Espelette / Chocolat à pâtisser / Glace à la vanille / Dentifrice / Savon de Marseille / Lessive / Éponge / Papier toilette / Litière / Pâtée pour chat`),
  },
  {
    language: 'Spanish',
    locale: 'es-ES',
    timeZone: 'Europe/Madrid',
    encodings: ['windows-1252', 'iso-8859-15'],
    names:
      words(`Jamón serrano / Jamón ibérico / Chorizo / Salchichón / Champiñones / Piña / Plátanos / Melón / Sandía / Limón / Melocotón / Albaricoque / Espárragos / Calabacín / Pimentón / Azafrán / Atún claro / Sardinas en escabeche / Bacalao / Boquerones / Salmón / Pollo / Ternera / Albóndigas / Lomo adobado /
      Queso manchego / Queso curado añejo / Leche entera / Leche sin lactosa / Nata / Mantequilla / Yogur natural / Flan / Natillas / Huevos / Pan rallado / Pan de molde / Galletas María / Turrón / Mazapán / Azúcar / Harina / Arroz bomba / Garbanzos / Lentejas / Alubias / Aceite de oliva virgen extra /
      Vinagre de Jerez / Sal / Café molido / Té / Infusión de manzanilla / Cacao en polvo / Zumo de piña / Agua mineral / Refresco de cola / Cerveza / Vino tinto / Cava / Sidra / Champú / Jabón / Gel de baño / Pañales / Detergente / Lejía / Papel higiénico / Servilletas / Bombillas / Jalapeños / Guacamole / Ñoquis / Cigüeña /
      Dulce de leche / Membrillo / Paté / Mejillones / Ñora seca`),
  },
  {
    language: 'Polish',
    locale: 'pl-PL',
    timeZone: 'Europe/Warsaw',
    encodings: ['windows-1250', 'iso-8859-2'],
    names:
      words(`Mąka pszenna / Masło / Śmietana 18% / Ser żółty / Twaróg półtłusty / Mleko / Kefir / Jajka / Chleb żytni / Bułka / Pączek / Drożdżówka / Szynka / Kiełbasa śląska / Boczek wędzony / Kabanosy / Pasztet / Pierś z kurczaka / Żeberka / Łosoś / Śledź / Dorsz / Pierogi ruskie / Gołąbki / Bigos / Żurek / Barszcz czerwony /
      Kapusta kiszona / Ogórki kiszone / Ziemniaki / Cebula / Marchew / Pietruszka / Buraki ćwikłowe / Pomidory / Papryka / Rzodkiewka / Jabłka / Gruszki / Śliwki / Wiśnie / Truskawki / Porzeczki / Maślanka / Miód / Dżem / Powidła / Cukier / Sól / Pieprz / Ocet / Olej rzepakowy / Musztarda / Chrzan / Ryż / Kasza jęczmienna / Makaron / Płatki owsiane /
      Ciastka / Herbatniki / Czekolada gorzka / Ptasie mleczko / Krówki / Lody / Woda gazowana / Sok jabłkowy / Herbata / Kawa / Piwo jasne / Wódka / Szampon / Mydło / Pasta do zębów / Proszek do prania / Papier toaletowy / Ręcznik / Świece / Żarówka / Rękawice / Sznurówki / Ćwikła / Źdźbło`),
  },
  {
    language: 'Czech',
    locale: 'cs-CZ',
    timeZone: 'Europe/Prague',
    encodings: ['windows-1250', 'iso-8859-2'],
    names:
      words(`Mléko / Máslo / Sýr / Tvaroh měkký / Smetana ke šlehání / Jogurt bílý / Vejce / Chléb / Rohlík / Houska / Vánočka / Koláč / Šunka / Párky / Klobása / Salám vysočina / Špekáčky / Kuřecí prsa / Vepřová krkovice / Hovězí / Kapr / Losos / Tuňák / Knedlíky houskové / Brambory / Cibule / Česnek / Mrkev / Petržel / Celer / Kapusta /
      Zelí kysané / Rajčata / Okurka / Paprika / Ředkvičky / Houby / Žampiony / Jablka / Hrušky / Švestky / Třešně / Jahody / Borůvky / Rybíz / Med / Džem / Povidla / Cukr / Sůl / Pepř / Ocet / Olej slunečnicový / Hořčice / Křen / Kečup / Mouka hladká / Rýže / Čočka / Fazole / Těstoviny / Ovesné vločky / Sušenky / Oplatky / Čokoláda / Zmrzlina /
      Minerálka / Džus / Čaj / Káva / Pivo ležák / Víno bílé / Slivovice / Šampon / Mýdlo / Zubní pasta / Prací prášek / Toaletní papír / Ručník / Žárovka / Svíčka / Ponožky`),
  },
  {
    language: 'Hungarian',
    locale: 'hu-HU',
    timeZone: 'Europe/Budapest',
    encodings: ['windows-1250', 'iso-8859-2'],
    names:
      words(`Tej / Vaj / Tejföl / Túró / Túró Rudi / Trappista sajt / Joghurt / Tojás / Kenyér / Kifli / Zsemle / Pogácsa / Rétes / Sonka / Kolbász / Szalámi / Virsli / Szalonna / Csirkemell / Sertéskaraj / Marhahús / Pulykamell / Hal / Ponty / Burgonya / Vöröshagyma / Fokhagyma / Sárgarépa / Fehérrépa / Káposzta / Savanyú káposzta / Paradicsom /
      Uborka / Paprika / Fűszerpaprika / Retek / Gomba / Alma / Körte / Szilva / Cseresznye / Eper / Szőlő / Őszibarack / Görögdinnye / Méz / Lekvár / Cukor / Só / Bors / Ecet / Napraforgóolaj / Mustár / Torma / Liszt / Rizs / Lencse / Bab / Tészta / Zabpehely / Keksz / Nápolyi / Csokoládé / Fagylalt / Ásványvíz / Gyümölcslé / Szörp / Tea / Kávé / Sör / Bor /
      Pálinka / Sampon / Szappan / Fogkrém / Fogkefe / Mosópor / Öblítő / Törölköző / Izzó / Gyertya / Zokni / Kesztyű / Sütőpapír / Főzőtejszín / Lángos`),
  },
  {
    language: 'Russian',
    locale: 'ru-RU',
    timeZone: 'Europe/Moscow',
    encodings: ['windows-1251'],
    names:
      words(`Молоко / Масло сливочное / Сметана / Творог / Кефир / Йогурт / Сыр российский / Яйца / Хлеб ржаной / Батон / Булочка / Пирожки / Колбаса варёная / Сосиски / Ветчина / Сало / Говядина / Свинина / Курица / Фарш / Сёмга / Сельдь / Икра красная / Креветки / Пельмени / Вареники / Блины / Картофель / Лук репчатый / Чеснок / Морковь / Свёкла / Капуста /
      Огурцы / Помидоры / Перец / Редис / Грибы / Яблоки / Груши / Сливы / Вишня / Клубника / Арбуз / Бананы / Апельсины / Мёд / Варенье / Сахар / Соль / Уксус / Подсолнечное масло / Горчица / Хрен / Кетчуп / Майонез / Мука / Рис / Гречка / Чечевица / Макароны / Овсяные хлопья / Печенье / Вафли / Зефир / Шоколад / Мороженое / Вода минеральная / Сок / Квас /
      Чай / Кофе / Пиво / Водка / Шампанское / Шампунь / Мыло / Зубная паста / Стиральный порошок / Бумага / Полотенце / Лампочка / Свечи / Носки / Щётка / Ёрш / Щи / Борщ`),
  },
]
