// Owns the choice of the Chinese names of towns: simplified characters, from GeoNames' names as Debian carries them, and from a table of our own.

/// Chinese names of towns.
///
/// In this order: our own table (``ChineseTable``); in China the name of the one city (`…市`) that GeoNames' table gives the town, as its
/// languages of Chinese may name a street or a village there; the catalogs' name; the one name in Chinese characters that the table gives.
struct ChineseNames {
  /// By GeoNames number.
  private var names: [String: String] = [:]

  /// - Parameters:
  ///   - catalogs: message catalogs whose messages are GeoNames numbers; a later one's names are preferred.
  ///   - rows: the towns.
  /// - Throws: where our own table names a town that is none, or that may be several.
  init(catalogs: [MessageCatalog], rows: [CityTable.Row]) throws(MakerError) {
    let byHand = try ChineseTable.names(rows)
    for row in rows {
      names[row.number] =
        byHand[row.number] ?? Self.city(row)
        ?? catalogs.reversed().lazy.compactMap { $0.texts[row.number].flatMap { Self.spoken($0, row.country) } }.first ?? Self.other(row)
    }
  }

  /// The name of a town; empty where none is known.
  func name(_ row: CityTable.Row) -> String { names[row.number] ?? "" }

  /// The city whose seat a town in China is.
  private static func city(_ row: CityTable.Row) -> String? {
    row.country == "CN" ? only(row, row.otherNames.filter { $0.hasSuffix("市") && $0.count > 2 }) : nil
  }

  /// In China, and of larger towns elsewhere, the name in Chinese characters where there is but one.
  private static func other(_ row: CityTable.Row) -> String? {
    row.country == "CN" || row.people >= 50_000 ? only(row, row.otherNames) : nil
  }

  private static func only(_ row: CityTable.Row, _ texts: [String]) -> String? {
    let found = Set(texts.compactMap { spoken($0, row.country) })
    return found.count == 1 ? found.first : nil
  }

  /// A name as people say it, in simplified characters: without the word for a city (拉萨市, 首尔特别市, 纽约市), but where it tells the city
  /// from its country (科威特市). Where a town elsewhere has the name of its province or county, it is the town's too (暹粒省).
  private static func spoken(_ text: String, _ country: String) -> String? {
    guard let name = simplified(text) else { return nil }
    let others = ["CN", "JP", "KP", "KR", "TW"].contains(country) ? [] : ["省", "县"]
    for word in ["特别市", "广域市", "市"] + others where name.hasSuffix(word) && name.count >= word.count + 2 {
      let rest = String(name.dropLast(word.count))
      if rest != CountryNames.chinese[country] { return misspelt[rest] ?? rest }
    }
    return misspelt[name] ?? name
  }

  /// A name in simplified characters; `nil` for one that is not Chinese (the catalogs hold romanisations too).
  static func simplified(_ name: String) -> String? {
    var text = ""
    for scalar in name.unicodeScalars {
      guard ("\u{4E00}"..."\u{9FFF}").contains(scalar) || scalar == "-" || scalar == "·" else { return nil }
      text.unicodeScalars.append(simple[scalar] ?? scalar)
    }
    return text.isEmpty || text.utf8.count > 255 ? nil : text
  }

  /// Names that the catalogs spell wrongly: 沈 became 沉, which it is a form of elsewhere.
  private static let misspelt = ["沉阳": "沈阳"]

  /// The simplified form of each traditional character that the names of towns hold, by the tables of China's standard, and of Japan's forms.
  private static let simple = Dictionary(uniqueKeysWithValues: zip(traditional.unicodeScalars, simplifiedForms.unicodeScalars))

  private static let traditional =
    "爾羅亞馬維納奧諾薩聖萊達庫魯烏蘭貝內韋圖茲盧頓倫蘇約謝區凱澤濟傑蓋別鎮齊寧溫熱漢"
    + "岡錫費萬華賓賈靈揚東紹紐喬龍訥歐邁島緬瑪麗賽門宮徹勞橋賴葉軍麥長連濱欽將舊湯興豐"
    + "歷園開廣灘寶樹灣貢龐間館戶條遜臘農鐵滿國賀塚見倉飯楊臺紅呂櫚學孫愛縣樂楓順發敘鄧"
    + "雲堯諫義聶須魚鳥邊靜龜勝勢蘆來許會贊莊強鮑聯總統覺黃營積貴嶺錦銀鴿叢蕭謨劍畢曉饒"
    + "禮檳瓏裡鄔闍齋設結橫燒鶴鈴諏訪鹽澀瀨櫻護俁吳諸掛駒綾藝沖繩狹遠陸帶釧歲唄網濃論聞"
    + "慶陽晉詩綠瓊礦訶韃車欖數蓮徳塢啟堅峽崗場線綏歸峴"
    + "広営済渓楽鉄関恵亜塩仏栄沢浜辺買豊無総張鷹鴻満戸運輔幾"
  private static let simplifiedForms =
    "尔罗亚马维纳奥诺萨圣莱达库鲁乌兰贝内韦图兹卢顿伦苏约谢区凯泽济杰盖别镇齐宁温热汉"
    + "冈锡费万华宾贾灵扬东绍纽乔龙讷欧迈岛缅玛丽赛门宫彻劳桥赖叶军麦长连滨钦将旧汤兴丰"
    + "历园开广滩宝树湾贡庞间馆户条逊腊农铁满国贺冢见仓饭杨台红吕榈学孙爱县乐枫顺发叙邓"
    + "云尧谏义聂须鱼鸟边静龟胜势芦来许会赞庄强鲍联总统觉黄营积贵岭锦银鸽丛萧谟剑毕晓饶"
    + "礼槟珑里邬阇斋设结横烧鹤铃诹访盐涩濑樱护俣吴诸挂驹绫艺冲绳狭远陆带钏岁呗网浓论闻"
    + "庆阳晋诗绿琼矿诃鞑车榄数莲德坞启坚峡岗场线绥归岘"
    + "广营济溪乐铁关惠亚盐佛荣泽滨边买丰无总张鹰鸿满户运辅几"
}
